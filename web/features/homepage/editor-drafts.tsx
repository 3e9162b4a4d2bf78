import { Clock, type LucideIcon, Mail, MessageCircle, Phone } from 'lucide-react';
import type { Homepage, LegalPage } from '#shared/contract/homepage.ts';
import { BrandMark } from '#web/ui/drawings/brand-mark.tsx';
import { HeroArch } from '#web/ui/drawings/hero-arch.tsx';
import { ServiceIcon } from '#web/ui/drawings/service-icon.tsx';
import { Petal } from '#web/ui/petal.tsx';
import { useDraftText } from './editor-language.ts';

/* Small previews of the public sections, drawn from a draft. Headings are plain text, because the editor
   has its own headings. */

export function HeroDraft({ draft }: { draft: Homepage['hero'] }) {
  const say = useDraftText();
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-small font-strong text-accent">{say(draft.subtitle, draft.subtitleAr)}</p>
      <p className="display text-[clamp(1.9rem,3vw,2.6rem)]">{say(draft.title, draft.titleAr)}</p>
      <p className="max-w-[44ch] whitespace-pre-line text-ink-2">
        {say(draft.description, draft.descriptionAr)}
      </p>
      <span className="mt-1 inline-flex min-h-ctl items-center rounded-ctl bg-btn px-[22px] text-ui font-strong text-btn-ink">
        {say(draft.ctaText, draft.ctaTextAr)}
      </span>
      <HeroArch className="mx-auto -mb-[clamp(18px,2.6vw,36px)] h-auto w-full max-w-[300px]" />
    </div>
  );
}

export function FeaturesDraft({ draft }: { draft: Homepage['features'] }) {
  const say = useDraftText();
  return (
    <div className="grid gap-5">
      <DraftHeading title={say(draft.title, draft.titleAr)} lead={say(draft.subtitle, draft.subtitleAr)} />
      <ul className="grid gap-5">
        {draft.items.map((item) => (
          <li key={item.id} className="grid grid-cols-[56px_1fr] gap-x-4">
            <Petal className="row-span-2">
              <ServiceIcon name={item.icon} />
            </Petal>
            <b className="display card-title">{say(item.title, item.titleAr)}</b>
            <span className="text-ui whitespace-pre-line text-ink-2">
              {say(item.description, item.descriptionAr)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function AboutDraft({ draft }: { draft: Homepage['about'] }) {
  const say = useDraftText();
  return (
    <div className="grid gap-4">
      <p className="display text-h2">{say(draft.title, draft.titleAr)}</p>
      <p className="whitespace-pre-line text-ink-2">{say(draft.description, draft.descriptionAr)}</p>
      <p className="whitespace-pre-line text-ink-2">{say(draft.subtitle, draft.subtitleAr)}</p>
      {draft.image && <img src={draft.image} alt="" className="w-full rounded-panel object-cover" />}
    </div>
  );
}

export function ContactDraft({ draft }: { draft: Homepage['contact'] }) {
  const say = useDraftText();
  const both = (...texts: string[]) => texts.filter(Boolean);
  return (
    <div className="grid gap-5">
      <DraftHeading title={say(draft.title, draft.titleAr)} lead={say(draft.subtitle, draft.subtitleAr)} />
      <ul className="grid">
        <DraftContactLines icon={Phone} lines={both(draft.phone1, draft.phone2)} ltr />
        <DraftContactLines icon={MessageCircle} lines={both(draft.whatsapp)} ltr />
        <DraftContactLines icon={Mail} lines={both(draft.email1, draft.email2)} ltr />
        <DraftContactLines icon={Clock} lines={both(say(draft.workingHours, draft.workingHoursAr))} />
      </ul>
    </div>
  );
}

function DraftContactLines({ icon: Icon, lines, ltr }: { icon: LucideIcon; lines: string[]; ltr?: boolean }) {
  if (lines.length === 0) return null;
  return (
    <li className="flex min-h-14 items-center gap-4 border-b border-line py-2">
      <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="text-accent" />
      <span className="flex min-w-0 flex-wrap gap-x-6 font-medium whitespace-pre-line">
        {lines.map((line) => (
          <span key={line} className={ltr ? 'ltr num' : undefined}>
            {line}
          </span>
        ))}
      </span>
    </li>
  );
}

export function BrandDraft({ draft, name }: { draft: Homepage['brand']; name: string }) {
  const say = useDraftText();
  return (
    <div className="flex items-center gap-4">
      {draft.logo ? (
        <img src={draft.logo} alt="" className="h-14 w-auto max-w-32 object-contain" />
      ) : (
        <BrandMark />
      )}
      <span className="min-w-0">
        <b className="display block text-[1.5rem] arabic:text-[1.9rem]">{name}</b>
        <span className="text-small text-ink-2">{say(draft.tagline, draft.taglineAr)}</span>
      </span>
    </div>
  );
}

export function LegalDraft({ draft }: { draft: LegalPage }) {
  const say = useDraftText();
  return (
    <div className="grid gap-4">
      <p className="display text-h2">{say(draft.title, draft.titleAr)}</p>
      {draft.sections.map((section, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a draft have no other name
        <div key={at} className="grid gap-1">
          <b className="text-h3">{say(section.heading, section.headingAr)}</b>
          <p className="text-ui whitespace-pre-line text-ink-2">{say(section.body, section.bodyAr)}</p>
        </div>
      ))}
    </div>
  );
}

function DraftHeading({ title, lead }: { title: string; lead: string }) {
  return (
    <div className="grid gap-2">
      <p className="display text-h2">{title}</p>
      <p className="text-ink-2">{lead}</p>
    </div>
  );
}
