import { useEffect } from 'react';
import { refetch } from './hooks.ts';

/** Which addresses to read again when a subject changed. */
const addressesOf: Record<string, readonly string[]> = {
  appointments: ['/api/appointments', '/api/locations/', '/api/insights'],
  users: ['/api/users', '/api/appointments'],
  locations: ['/api/locations'],
  schedules: ['/api/locations'],
  services: ['/api/services'],
  staff: ['/api/staff'],
  homepage: ['/api/homepage'],
  settings: ['/api/settings'],
  'contact-messages': ['/api/contact-messages'],
  notifications: ['/api/notifications'],
  logs: ['/api/logs'],
};

/** Listens to what others change, for as long as the component stands; what is on the screen is read again within a second. */
export function useLive(enabled = true): void {
  useEffect(() => {
    if (!enabled) return;
    const source = new EventSource('/api/events');
    const onHint = (event: MessageEvent<string>) => {
      const subjects = (JSON.parse(event.data) as { subjects: string[] }).subjects;
      void refetch(...subjects.flatMap((subject) => addressesOf[subject] ?? []));
    };
    source.addEventListener('changed', onHint);
    return () => source.close();
  }, [enabled]);
}
