import type { User } from '#shared/contract/users.ts';

/** What the viewer may do to a staff member; the server checks it again. */
export function getStaffRights(viewer: User, person: User) {
  const self = viewer.id === person.id;
  const guarded = person.isSuperAdmin && !self;
  const ofAdmin = person.role === 'admin' && !self && !viewer.isSuperAdmin;
  return {
    /** Name, title, branches. */
    edit: !guarded,
    /** Sign-in details. Users change their own in the profile, with the password. */
    signIn: !guarded && !ofAdmin && !self,
    /** Set a first password. Not for the own account: users change their own password. */
    handOver: !guarded && !ofAdmin && !self,
    deactivate: !self && !person.isSuperAdmin && !ofAdmin,
    role: !self && !person.isSuperAdmin,
  };
}
