import { t } from '#web/i18n.ts';
import { LoadingRegion, Skeleton } from '#web/ui/skeleton.tsx';

/** Placeholder of the calendar while its first month loads. */
export function CalendarSkeleton() {
  return (
    <LoadingRegion label={t('booking.date.loading')} className="grid gap-3">
      <Skeleton className="mx-auto h-6 w-40" />
      <div className="grid grid-cols-7 gap-[6px]">
        {Array.from({ length: 35 }, (_, cell) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: thirty-five equal shapes
          <Skeleton key={cell} className="h-11 rounded-item!" />
        ))}
      </div>
    </LoadingRegion>
  );
}
