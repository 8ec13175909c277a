// A command was called the wrong way: exit code 2, with the message as its one line.
export class UsageError extends Error {}
