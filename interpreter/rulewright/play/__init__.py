"""Playing at a terminal: seats, what each is told, the dialogue, saving and going on."""
