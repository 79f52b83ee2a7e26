"""The commands of the command line, a file for each kind of use; what one needs is loaded when it runs."""
