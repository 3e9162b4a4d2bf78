/** Output of console commands. */
export const enConsole = {
  'console.local': 'the database in {folder}',
  'console.postgres': 'PostgreSQL at {server}',
  'console.open': 'the clinic is open: stop its servers first',
  'console.foreign':
    'the database holds tables that are not of Hakima: give it a database of its own. Nothing has been changed',

  'console.unknownCommand': 'There is no command {name}. Commands: {commands}.',
  'console.sayBackupFile': 'Name the file: backup FILE, or set BACKUP_TO',
  'console.sayMoveOut': 'Name the file: move-out FILE',
  'console.sayList': 'Name the list of deletions: delete-again LIST',
  'console.sayFrom': 'Name the archive: move-in FILE',
  'console.sayBackup':
    'Name the backup: restore FILE [--replace], or restore latest --identity KEYFILE [--replace]',
  'console.sayIdentity':
    'The backup is encrypted. Name the file with the private key: restore NAME --identity KEYFILE',
  'console.deletedAgain': {
    one: '{n} person was deleted again, by the list {list}.',
    other: '{n} people were deleted again, by the list {list}.',
  },
  'console.done': '{place} holds the clinic of {at}: {rows} rows in {tables} tables.',
  'console.noPasswords':
    'Nobody has a password any more: people sign in by a code or choose a new password by a link. The front desk gives a password to people without a confirmed phone number or e-mail address.',
  'console.noTables': 'The database holds no clinic yet: start the server once, or run: migrate',
  'console.sayWho':
    'Name the super admin or the owner: one-time-password USERNAME. An admin helps all other accounts.',
  'console.password': 'The one-time password of "{name}", shown only now, is {password}',
  'console.notEmpty':
    'The database is not empty. Name another database, or add --replace to delete what this one holds. Nothing has been changed.',
  'console.folderNotEmpty':
    'The database is not empty: {place} holds rows, and a clinic moves into an empty database. Name a new folder: DATA_DIR=NEW-FOLDER move-in {from}. Nothing has been changed.',
  'console.serverNotEmpty':
    'The database is not empty: {place} holds rows, and a clinic moves into an empty database. Create one (createdb NEW-NAME) and name it: DATABASE_URL=ITS-ADDRESS move-in {from}. Nothing has been changed.',
  'console.none': 'There is no file or folder {path}.',
  'console.denied':
    '{path} cannot be read or written ({code}): make the user who runs the program its owner.',
  'console.readOnly':
    '{path} is on a read-only disk: mount it writable, or name its folder in ReadWritePaths= of the systemd unit.',
  'console.full':
    'The disk is full: free space where the file is written, and in the temporary folder (TMPDIR, or /tmp if it is not set).',
  'console.portInUse': 'Another program uses port {port}: stop it, or set PORT.',
  'console.notArchive':
    '{path} is not an archive of Hakima, or it is incomplete. Copy or download it again. Nothing has been changed.',
  'console.damaged': '{path} is damaged ({file}). Copy or download it again. Nothing has been changed.',
  'console.useMoveIn': '{path} is an archive for moving, not a backup. Run: move-in {path}',
  'console.useRestore': '{path} is a backup, not an archive for moving. Run: restore {path}',
  'console.newerFormat':
    '{path} has a newer format. Use the version of Hakima that wrote it, or a newer one. Nothing has been changed.',
  'console.newerVersion':
    'The archive has the schema of a newer version of Hakima ({names}). Restore it with that version or a newer one. Nothing has been changed.',
} as const;
