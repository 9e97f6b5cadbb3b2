/** Banners of incidents and maintenance, above every page. */
export const messages = {
  region: 'Notice',
  kind: { information: 'Information', incident: 'Incident', maintenance: 'Maintenance' },
  until: 'Until {time}',
  dismiss: 'Hide this notice',
} as const
