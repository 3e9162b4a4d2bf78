/** A problem of the place where backups are kept, as a sentence for the operator. */
export class StorageError extends Error {}
