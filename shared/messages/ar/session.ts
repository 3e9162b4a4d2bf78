import type { Dictionary } from '../catalogue.ts';
import type { enSession } from '../en/session.ts';

export const arSession: Record<keyof typeof enSession, Dictionary[string]> = {
  'session.endingTitle': 'هل ما زلتِ هنا؟',
  'session.endingText': {
    zero: 'حفاظًا على بيانات المريضات سيتم تسجيل خروجك بعد لحظات.',
    one: 'حفاظًا على بيانات المريضات سيتم تسجيل خروجك بعد دقيقة واحدة.',
    two: 'حفاظًا على بيانات المريضات سيتم تسجيل خروجك بعد دقيقتين.',
    few: 'حفاظًا على بيانات المريضات سيتم تسجيل خروجك بعد {n} دقائق.',
    many: 'حفاظًا على بيانات المريضات سيتم تسجيل خروجك بعد {n} دقيقة.',
    other: 'حفاظًا على بيانات المريضات سيتم تسجيل خروجك بعد {n} دقيقة.',
  },
  'session.stay': 'البقاء في الحساب',
  'session.lockTitle': 'انتهت جلستك',
  'session.lockText': 'ما كنتِ تكتبينه محفوظ هنا لكنه مخفي. اكتبي كلمة المرور للمتابعة يا {name}.',
  'session.lockBack': 'متابعة',
  'session.lockLeave': 'ترك ما كتبته',
};
