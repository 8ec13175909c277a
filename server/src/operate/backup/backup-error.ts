// The error for a backup that cannot be read, written or restored. Its message is shown to the operator as it is.

export class BackupError extends Error {
  readonly kind = 'backup'
  override readonly name = 'BackupError'
}
