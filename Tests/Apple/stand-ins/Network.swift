// The package only asks whether it can be imported.
