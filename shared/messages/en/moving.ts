/** Export of all data of the clinic. */
export const enMoving = {
  'moving.title': 'Export all clinic data',
  'moving.text':
    'All patients, appointments, notes, history and pictures as open files. Another Hakima can import them. Passwords and keys are not included.',
  'moving.care': 'The files contain health data. Store them safely.',
  'moving.notYours': 'Only the Super Admin can do this, because clinical notes are included.',
  'moving.ask': 'Prepare the files',
  'moving.again': 'Prepare again',
  'moving.making': 'The files are being prepared.',
  'moving.makingAgain': 'Preparing was interrupted and has restarted (attempt {n}).',
  'moving.ready': 'Ready: {n} MB. Available until {until}.',
  'moving.failed':
    'The files could not be prepared. Try again, or use the command that docs/moving.md names.',
  'moving.fetch': 'Download',
  'moving.loadFailed': 'The state of the files could not be loaded.',
  'moving.askFailed': 'The export could not be started',
  'moving.fetchFailed': 'The files could not be downloaded',
} as const;
