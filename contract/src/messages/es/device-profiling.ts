import type { messages as english } from '../en/device-profiling.ts'
import type { Translation } from '../translation.ts'

export const messages: Translation<typeof english> = {
  title: 'Revisión de dispositivos',
  lead: 'Así destaca el dispositivo de un extraño cuando alguien intenta entrar en tu nombre. Nada depende de ello: sin esto todo funciona como ahora.',
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
      'El número al azar queda en una cookie de este navegador hasta que lo termines. Lo que {service} haya recibido hasta entonces lo conserva según sus propias condiciones.',
  },
  onLead:
    'Después de cada entrada se revisa el dispositivo, para que destaque el de un extraño. Puedes terminarlo: se detiene enseguida, en todos tus dispositivos. Este navegador olvida entonces su número al azar; los otros, la próxima vez que entres.',
  on: 'Activo desde {at}',
  off: 'Desactivado',
  read: 'Leer y decidir',
  dialogTitle: '¿Podemos hacer revisar tus dispositivos?',
  allow: 'Permitirlo',
  refuse: 'Ahora no',
  withdraw: 'Terminarlo',
  withdrawn: 'Terminado. Ya no se revisa nada.',
  notOffered: '{company} lo ha pausado: ahora no se revisa nada.',
  check: {
    title: 'Revisando este dispositivo',
    lead: 'Lo permitiste en tus ajustes de seguridad. Tarda unos segundos.',
    skip: 'Seguir ahora',
  },
}
