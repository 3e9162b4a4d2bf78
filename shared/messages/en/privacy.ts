import type { Dictionary } from '../catalogue.ts';

export const enPrivacy = {
  'privacy.openings.title': 'Who opened my file',
  'privacy.openings.text':
    'Everybody who looked, once a day. Lists of a day in which only the name stands are not counted.',
  'privacy.openings.failed': 'The list did not load',
  'privacy.openings.none': 'Nobody has opened it so far.',
  'privacy.openings.own': 'You',
  'privacy.openings.guardian': '{name}, a relative who helps with the visits',
  'privacy.openings.clinic': 'The clinic’s management',
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
} as const satisfies Dictionary;
