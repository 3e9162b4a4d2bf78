import type { KeyboardEvent, ReactNode } from 'react';

export type TabItem = { value: string; label: ReactNode; icon?: ReactNode };
export type TabListProps = {
  /** Accessible name of the tab list. */
  label: string;
  tabs: readonly TabItem[];
  value: string;
  onChange(value: string): void;
  /** Prefix of the ids of the tabs and of `<TabPanel idBase value>`. */
  idBase: string;
  className?: string;
};

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Shared behaviour of `Tabs` and `Segmented`: one tab stop, arrow keys that follow the text direction, Home
 * and End.
 */
export function TabList({
  label,
  tabs,
  value,
  onChange,
  idBase,
  className,
  tabClassName,
}: TabListProps & { tabClassName: string }) {
  function move(event: KeyboardEvent<HTMLElement>) {
    const list = event.currentTarget.parentElement;
    const here = tabs.findIndex((tab) => tab.value === value);
    const mirrored = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const step = steps[event.key];
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? tabs.length - 1
          : step === undefined
            ? -1
            : (here + step * mirrored + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    list?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }
  return (
    <div role="tablist" aria-label={label} className={className}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${idBase}-tab-${tab.value}`}
          aria-controls={tab.value === value ? `${idBase}-panel-${tab.value}` : undefined}
          aria-selected={tab.value === value}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
          className={tabClassName}
        >
          {tab.icon}
          {tab.label}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({
  idBase,
  value,
  className,
  children,
}: {
  idBase: string;
  value: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div
      role="tabpanel"
      id={`${idBase}-panel-${value}`}
      aria-labelledby={`${idBase}-tab-${value}`}
      className={className}
    >
      {children}
    </div>
  );
}
