/**
 * Device profiling: what a person agrees to, and the page that does it (web/src/access/profiling). A change of meaning
 * needs a new `profilingTextVersion` (contract/src/device-profiling.ts).
 */
export const messages = {
  title: 'Device check',
  lead: 'A stranger’s device then stands out when somebody tries to get in as you. Nothing depends on it: without it everything works as it does now.',
  consent: {
    what: 'What',
    whatText:
      'Browser and system, languages, time zone, screen, number of processors and touch points, and your internet address, under a random number. No name, no card, no money.',
    who: 'Who',
    whoText: '{service}, for {company}.',
    why: 'Why',
    whyText:
      'To tell your devices from a stranger’s. The random number goes to our sign-in provider too, each time that you confirm that it is you.',
    when: 'When',
    whenText:
      'Now and right after each login, on a page of its own, for a few seconds. Never on pages with your cards, and never where you confirm something.',
    keep: 'Kept',
    keepText:
      'The random number stays in a cookie of this browser until you end it. What {service} has received until then, it keeps by its own terms.',
  },
  onLead:
    'After each login the device is checked, so that a stranger’s stands out. You can end it: it stops at once, on all your devices. This browser then forgets its random number, your others at their next login.',
  on: 'On since {at}',
  off: 'Off',
  read: 'Read and decide',
  dialogTitle: 'May we have your devices checked?',
  allow: 'Allow it',
  refuse: 'Not now',
  withdraw: 'End it',
  withdrawn: 'It is ended. Nothing is checked any more.',
  notOffered: '{company} has paused it: nothing is checked now.',
  check: {
    title: 'Checking this device',
    lead: 'You allowed it in your security settings. It takes a few seconds.',
    skip: 'Go on now',
  },
} as const
