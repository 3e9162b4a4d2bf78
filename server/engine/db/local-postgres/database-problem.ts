/** The database cannot be opened. The message says why, and what the operator can do. */
export class DatabaseProblem extends Error {}
