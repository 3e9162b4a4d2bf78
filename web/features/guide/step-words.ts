import type { Guide } from '#shared/contract/connections/guide.ts';
import type { GuideLack, GuideStep } from '#shared/domain/first-days.ts';
import { inLang, joined, type MessageKey, t } from '#web/i18n.ts';

type Step = Guide['steps'][number];
type Named = Guide['clinic'];

const namesOf = (of: readonly Named[]): string =>
  joined(...of.map(({ name, nameAr }) => inLang(name, nameAr)));

/** Sentence about a complete step. */
function asIs(step: GuideStep, { clinic, branches, services, doctors, connected }: Guide): string {
  const names: Partial<Record<GuideStep, string>> = {
    branches: namesOf(branches),
    doctors: namesOf(doctors),
    messages: joined(...connected.map((way) => t(`guide.way.${way}`))),
  };
  return t(`guide.is.${step}`, {
    name: clinic.name,
    nameAr: clinic.nameAr ?? '',
    names: names[step] ?? '',
    n: services,
  });
}

/** One sentence for each thing that a step lacks, or about the complete step. */
export function sentencesOf({ step, done, lacks }: Step, guide: Guide): string[] {
  if (done) return [asIs(step, guide)];
  const name = inLang(guide.clinic.name, guide.clinic.nameAr);
  return lacks.map(({ lack, of, n }) => t(`guide.lack.${lack}`, { name, names: namesOf(of), n }));
}

/** Page of each step; messages open a dialog here. */
const places: Record<Exclude<GuideStep, 'messages'>, string> = {
  name: '/admin/settings',
  branches: '/admin/dashboard?tab=locations',
  services: '/admin/homepage-editor?tab=services',
  doctors: '/admin/staff',
  legal: '/admin/homepage-editor?tab=legal',
  patients: '/admin/import',
  booking: '/book',
};
/** Hours and duties are set in the branches. */
const inTheBranches = '/admin/dashboard?tab=locations';

/** Existing data that has to be changed. */
const changedInPlace: readonly GuideLack[] = [
  'branches.unread',
  'services.unread',
  'branches.phone',
  'doctors.arabic',
];

/** Label and address of a step's button; address null: opens a dialog here. */
export function wayOf({ step, done, lacks }: Step): { label: MessageKey; href: string | null } {
  const [first] = lacks;
  if (step === 'messages') {
    const isUntried = first?.lack === 'messages.untried';
    const label = done ? 'guide.change' : isUntried ? 'guide.do.trial' : 'guide.do.messages';
    return { label, href: null };
  }
  const href = places[step];
  if (done) return { label: step === 'booking' ? 'guide.do.booking' : 'guide.change', href };
  if (first?.lack === 'name.contact')
    return { label: 'guide.do.contact', href: '/admin/homepage-editor?tab=contact' };
  if (first?.lack === 'name.figures')
    return { label: 'guide.do.figures', href: '/admin/homepage-editor?tab=about' };
  if (first?.lack === 'branches.hours') return { label: 'guide.do.hours', href };
  if (first && changedInPlace.includes(first.lack)) return { label: 'guide.change', href };
  if (first?.lack === 'doctors.branch' || first?.lack === 'doctors.duty')
    return { label: 'guide.do.duties', href: inTheBranches };
  return { label: `guide.do.${step}`, href };
}
