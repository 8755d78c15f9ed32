enum WarPlaceholder {}
