import type { Dictionary } from '../catalogue.ts';

export const enPrivacy = {
  'privacy.openings.title': 'Who opened my file',
  'privacy.openings.text':
    'Everybody who looked, once a day. Lists of a day in which only the name stands are not counted.',
  'privacy.openings.failed': 'The list did not load',
  'privacy.openings.none': 'Nobody has opened it so far.',
  'privacy.openings.own': 'You',
  'privacy.openings.guardian': '{name}, a relative who helps with the visits',
  'privacy.openings.relative': 'A relative who helped with the visits',
  'privacy.openings.clinic': 'The clinic’s management',
  'privacy.openings.program': '{name}, a program the clinic uses',
  'privacy.openings.gone': 'Somebody who no longer works here, {role}',
  'privacy.openings.person': '{name}, {role}',
  'privacy.openings.role.doctor': 'doctor',
  'privacy.openings.role.receptionist': 'front desk',
  'privacy.openings.role.admin': 'clinic administration',
  'privacy.openings.notes': 'Read the file with what the doctors wrote',
  'privacy.openings.file': 'Saw name, phone and visits, not what the doctors wrote',
  'privacy.openings.guardianSaw': 'Saw when and where the visits are',
  'privacy.openings.guardianRead': 'Saw the visits and what the doctors shared',
  'privacy.openings.total': { one: '{n} entry', other: '{n} entries' },
  'privacy.openings.wrong': 'This looks wrong',
  'privacy.phone.title': 'If others hold my phone',
  'privacy.phone.text': 'A shared phone need not know what is yours.',
  'privacy.lock.title': 'Lock my visits',
  'privacy.lock.text':
    'My Profile and your visits ask for a number before they open, in every browser where you are signed in.',
  'privacy.lock.isSet':
    'Locked. Open here for ten minutes after your last touch. Links in our messages open their visit without the number.',
  'privacy.lock.set': 'Set the lock',
  'privacy.lock.now': 'Lock now',
  'privacy.lock.another': 'Another number',
  'privacy.lock.end': 'Take the lock off',
  'privacy.lock.ended': 'Your visits are no longer locked',
  'privacy.lock.done': 'Your visits are locked',
  'privacy.lock.how':
    'Choose a number that nobody around you would guess. If you forget it, your password, finger or face opens it as well.',
  'privacy.lock.pin': 'Your number',
  'privacy.lock.pinHint': '4 to 8 digits',
  'privacy.lock.show': 'Show the number',
  'privacy.lock.hide': 'Hide the number',
  'privacy.leave.text':
    'The button above every page of yours, or Esc three times: a neutral page opens, Back does not return, and you are signed out. Your browser may still list the addresses you visited.',
  'privacy.unlock.title': 'Locked',
  'privacy.unlock.text': 'Type your number to see your profile and visits.',
  'privacy.unlock.open': 'Open',
  'privacy.unlock.opening': 'Opening...',
  'privacy.unlock.otherwise': 'By password, finger or face',
  'privacy.unlock.forgotten':
    'Forgotten it, and no password? Sign out, sign in again, and press the second button within two minutes.',
} as const satisfies Dictionary;
