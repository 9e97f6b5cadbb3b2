import type { messages as english } from '../en/device-profiling.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english> = {
  title: 'Revisión de dispositivos',
  lead: 'Nos ayuda a notar el dispositivo de un extraño cuando alguien intenta entrar en tu nombre. Es opcional: sin ella, todo funciona como ahora.',
  consent: {
    what: 'Qué',
    whatText:
      'Navegador y sistema, idiomas, zona horaria, pantalla, número de procesadores y de puntos táctiles, y tu dirección de internet, bajo un número al azar. Ni nombre, ni tarjeta, ni dinero.',
    who: 'Quién',
    whoText: '{service}, para {company}.',
    why: 'Para qué',
    whyText:
      'Para distinguir tus dispositivos de los de un extraño. El número al azar llega también a nuestro proveedor de acceso cada vez que confirmas que eres tú.',
    when: 'Cuándo',
    whenText:
      'Ahora y justo después de cada entrada, en una página aparte y durante unos segundos. Nunca en páginas con tus tarjetas, y nunca donde confirmas algo.',
    keep: 'Guardado',
    keepText:
      'El número al azar queda en una cookie de este navegador hasta que desactives la revisión. Lo que {service} haya recibido hasta entonces lo conserva según sus propias condiciones.',
  },
  onLead:
    'Revisamos tu dispositivo cada vez que entras, para notar el de un extraño. Puedes desactivar la revisión: se detiene enseguida, en todos tus dispositivos. Este navegador olvida entonces su número al azar; los otros, la próxima vez que entres.',
  on: 'Activada desde el {at}',
  off: 'Desactivada',
  read: 'Leer y decidir',
  dialogTitle: '¿Podemos revisar tus dispositivos?',
  allow: 'Permitir',
  refuse: 'Ahora no',
  withdraw: 'Desactivar',
  withdrawn: 'La revisión de dispositivos está desactivada. Ya no se revisa nada.',
  notOffered: '{company} pausó la revisión de dispositivos: ahora no se revisa nada.',
  check: {
    title: 'Revisando este dispositivo',
    lead: 'Lo permitiste en tus ajustes de seguridad. Tarda unos segundos.',
    skip: 'Continuar ahora',
  },
}
