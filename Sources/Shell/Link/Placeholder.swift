import NIOSSL
import X509
