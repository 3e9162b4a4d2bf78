import type { User } from '#shared/contract/users.ts';

/** What the viewer may do to a doctor or admin; the server has the last word. */
export function rightsOver(viewer: User, person: User) {
  const self = viewer.id === person.id;
  const guarded = person.isSuperAdmin && !self;
  const ofAdmin = person.role === 'admin' && !self && !viewer.isSuperAdmin;
  return {
    /** Name, title, branches. */
    edit: !guarded,
    /** What she signs in with; one's own is changed in the profile, by the password. */
    signIn: !guarded && !ofAdmin && !self,
    /** Nobody sets her own first password: she changes her password. */
    handOver: !guarded && !ofAdmin && !self,
    deactivate: !self && !person.isSuperAdmin && !ofAdmin,
    role: !self && !person.isSuperAdmin,
  };
}
