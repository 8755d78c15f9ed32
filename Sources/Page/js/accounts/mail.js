// @ts-check
// The links that mails bring: one confirms an e-mail, the other one leads to the form of a new password (rows ).
import { toast } from '../dialogs.js';
import { command, secretOf } from '../state.js';
import { ownWords } from '../texts.js';
import { resetWith } from './closed.js';

/** Does what the link wants that opened the page, if it was one of a mail. */
export function followMail() {
  const reset = secretOf('reset');
  if (reset) resetWith(reset);
  const token = secretOf('confirm');
  if (!token) return;
  command('profiles/confirm', { token }).then((view) => toast(ownWords(view.text ?? '')), (error) => toast(ownWords(error.message)));
}
