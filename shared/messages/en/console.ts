/** What commands say to whoever runs them at a console. */
export const enConsole = {
  'console.local': 'the database in {folder}',
  'console.postgres': 'PostgreSQL at {server}',
  'console.open': 'the clinic is open: stop its servers first',
  'console.foreign':
    'the database holds tables that are not of Hakima: give it a database of its own. Nothing has been changed',
  'console.damaged': 'the backup is damaged: {why}',

  'console.sayFrom': 'Say from where: npm run move-in -- FOLDER-OR-ARCHIVE',
  'console.done':
    '{place} holds the clinic of {at}: {rows} rows in {tables} tables, compared with the files.',
  'console.noPasswords':
    'Nobody has a password any more: people sign in by a code or choose a new one by a link; whoever has neither a confirmed phone nor a confirmed e-mail is given one at the desk.',
  'console.sayWho':
    'Say whom: npm run one-time-password -- USERNAME, of the super admin or the owner. An admin helps everybody else.',
  'console.password': 'The one-time password of "{name}", shown only now, is {password}',
  'console.folderNotEmpty':
    'the database is not empty: {place} has rows in it, and a clinic moves into an empty one. Name a new folder, DATA_DIR=NEW-FOLDER npm run move-in -- {from}; what is here stays as it is, and nothing has been changed',
  'console.serverNotEmpty':
    'the database is not empty: {place} has rows in it, and a clinic moves into an empty one. Create one (createdb NEW-NAME) and name it, DATABASE_URL=ITS-ADDRESS npm run move-in -- {from}; what is here stays as it is, and nothing has been changed',
  'console.none': 'there is no {path}. Name the folder or the archive.',
  'console.notArchive':
    '{path} is not an archive that was downloaded under Settings, or not whole. Download it once more; nothing has been moved in.',
  'console.bomb':
    '{path} would unpack to {mb} MB, more than a hundred times its size: no clinic packs so small. Take no archive from a stranger; download yours once more. Nothing has been unpacked.',
  'console.noRoom':
    '{path} unpacks to {mb} MB, and {folder} has room for {room} MB. Make room, or name a folder that has it: TMPDIR=FOLDER npm run move-in -- {path}. Nothing has been unpacked.',
  'console.unfinished':
    '{folder} is not whole: moving out was cut off. Run move-out into this folder again, it goes on where it stopped.',
  'console.noManifest':
    'there is no {file} in {folder}. Name the folder that move-out wrote, or the archive that was downloaded.',
  'console.noJson': '{path} is damaged: it is no JSON.',
  'console.wrongManifest': '{path} is damaged: {where} is not as it was written.',
  'console.newerFormat':
    '{folder} was written in a newer format. Move in with the version of Hakima that wrote it, or a newer one.',
  'console.newerVersion':
    '{folder} was written by a newer version of Hakima ({names}). Move in with the version of Hakima that wrote it, or a newer one.',
  'console.noFileOf': 'the manifest names no file of {table}.',
  'console.missing': '{file} is missing in {folder}.',
  'console.changed': '{file} is not what was written: its checksum in the manifest is another.',
  'console.record': 'record {n} of {file} has not {cells} cells.',
  'console.cutRecord': '{file} ends within a record.',
  'console.line': 'line {n} of {file} is no JSON.',
  'console.again': 'Take the folder from where it came once more, whole; nothing has been moved in.',
} as const;
