/**
 * Device profiling: the consent text and the page that profiles (web/src/access/profiling). A changed meaning
 * needs a new `profilingTextVersion` (contract/src/access/device-profiling.ts).
 */
export const messages = {
  title: 'Device check',
  lead: 'It helps us notice a stranger’s device when someone tries to log in as you. It’s optional: without it, everything works as it does now.',
  consent: {
    what: 'What',
    whatText:
      'Browser and system, languages, time zone, screen, number of processors and touch points, and your internet address, under a random number. No name, no card, no money.',
    who: 'Who',
    whoText: '{service}, for {company}.',
    why: 'Why',
    whyText:
      'To tell your devices from a stranger’s. The random number goes to our sign-in provider too, each time you confirm that it’s you.',
    when: 'When',
    whenText:
      'Now and right after each login, on a page of its own, for a few seconds. Never on pages with your cards, and never where you confirm something.',
    keep: 'Kept',
    keepText:
      'The random number stays in a cookie of this browser until you turn this off. What {service} has received until then, it keeps by its own terms.',
  },
  onLead:
    'We check your device after each login, so that we notice a stranger’s. You can turn this off: it stops at once, on all your devices. This browser then forgets its random number; your other devices do at their next login.',
  on: 'On since {at}',
  off: 'Off',
  read: 'Read and decide',
  dialogTitle: 'May we check your devices?',
  allow: 'Allow',
  refuse: 'Not now',
  withdraw: 'Turn off',
  withdrawn: 'The device check is off. Nothing is checked any more.',
  notOffered: '{company} has paused the device check: nothing is checked now.',
  check: {
    title: 'Checking this device',
    lead: 'You allowed it in your security settings. It takes a few seconds.',
    skip: 'Continue now',
  },
} as const
