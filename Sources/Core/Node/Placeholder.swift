enum NodePlaceholder {}
