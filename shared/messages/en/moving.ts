/** Everything of the clinic in open files. */
export const enMoving = {
  'moving.title': 'Everything of the clinic, in open files',
  'moving.text':
    'All patients, appointments, notes, history and pictures as open files. Another Hakima can import them. Passwords and keys are not included.',
  'moving.care': 'The files contain health data. Store them safely.',
  'moving.notYours': 'Only the super admin can prepare the files, because they contain clinical notes.',
  'moving.ask': 'Prepare the files',
  'moving.again': 'Prepare them again',
  'moving.making': 'The files are being prepared. This page says when they are ready.',
  'moving.makingAgain':
    'Preparing the files was cut off. It has begun again by itself (try {n}). This page says when they are ready.',
  'moving.ready': 'Ready: {n} MB, to be downloaded until {until}.',
  'moving.failed':
    'The files could not be prepared. Try again, or use the command that docs/moving.md names.',
  'moving.fetch': 'Download',
  'moving.loadFailed': 'The state of the files could not be loaded.',
  'moving.askFailed': 'The files could not be asked for',
  'moving.fetchFailed': 'The files could not be downloaded',
} as const;
