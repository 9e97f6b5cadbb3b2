import { useKindName } from '../kernel/request-kind.ts'
import { NotificationsPage } from './notifications-page.tsx'

/** An administrator's notifications: `/admin/notifications`. Only administrators load the names of requests. */
export const AdminNotificationsPage = () => <NotificationsPage requestName={useKindName()} />
