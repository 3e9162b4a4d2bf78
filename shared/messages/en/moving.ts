/** Everything of the clinic in open files. */
export const enMoving = {
  'moving.title': 'Everything of the clinic, in open files',
  'moving.text':
    'Patients, visits, notes, the history and pictures, as files that any program reads and another Hakima takes in again. Passwords and keys stay here.',
  'moving.care': 'They hold health data. Keep them where nobody else can read them.',
  'moving.notYours': 'Only the super admin can have them prepared: what doctors wrote is among them.',
  'moving.ask': 'Prepare the files',
  'moving.again': 'Prepare them again',
  'moving.making': 'The files are being prepared. This page says when they are ready.',
  'moving.makingAgain':
    'Preparing the files was cut off. It has begun again by itself (try {n}). This page says when they are ready.',
  'moving.ready': 'Ready: {n} MB, to be downloaded until {until}.',
  'moving.failed':
    'The files could not be prepared. Try again, or use the command that docs/moving.md names.',
  'moving.fetch': 'Download',
  'moving.loadFailed': 'How it stands with the files could not be loaded.',
  'moving.askFailed': 'The files could not be asked for',
  'moving.fetchFailed': 'The files could not be downloaded',
} as const;
