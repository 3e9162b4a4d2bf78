import { useId } from 'react';
import { useController } from 'react-hook-form';
import { t } from '#web/i18n.ts';
import { ServiceIcon } from '#web/ui/drawings/service-icon.tsx';
import { serviceIconNames } from '#web/ui/drawings/service-icon-paths.ts';

/** All drawings of the clinic, as radio buttons. */
export function EditorIcon({ name, label }: { name: string; label: string }) {
  const { field } = useController({ name });
  const group = useId();
  return (
    <fieldset className="grid gap-[6px]">
      <legend className="pb-[6px] text-small font-strong">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {serviceIconNames.map((icon) => (
          <label
            key={icon}
            title={t(`admin.icon.${icon}`)}
            className="relative grid size-[52px] place-items-center rounded-ctl border border-line-2 bg-surface text-brand hover:border-accent has-checked:border-btn has-checked:bg-tint has-checked:shadow-[inset_0_0_0_1px_var(--btn)] has-focus-visible:outline-[2.5px] has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-focus-visible:outline-solid"
          >
            <input
              type="radio"
              name={group}
              value={icon}
              aria-label={t(`admin.icon.${icon}`)}
              checked={field.value === icon}
              onChange={() => field.onChange(icon)}
              className="absolute inset-0 appearance-none rounded-ctl outline-0!"
            />
            <ServiceIcon name={icon} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
