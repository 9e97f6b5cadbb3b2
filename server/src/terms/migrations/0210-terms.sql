-- Editions of the terms and the privacy notice, as data: a new edition is a new row, and what people accepted stays.
create table terms_edition (
  version int primary key,
  effective_at timestamptz not null
);
create table terms_text (
  version int not null references terms_edition,
  kind text not null check (kind in ('terms', 'privacy')),
  lang text not null check (lang in ('en', 'es')),
  title text not null,
  -- [{heading, paragraphs: []}]
  sections jsonb not null,
  primary key (version, kind, lang)
);
create table terms_acceptance (
  user_id uuid not null,
  company_id uuid not null references company,
  version int not null references terms_edition,
  lang text not null check (lang in ('en', 'es')),
  accepted_at timestamptz not null,
  primary key (user_id, version)
);
select protect('terms_acceptance', 'user_id');

insert into terms_edition values (1, '2026-01-01T00:00:00Z');
insert into terms_text values
(1, 'terms', 'en', 'Terms and conditions', '[
  {"heading": "1. What this is", "paragraphs": [
    "Cardamom gives you a prepaid card and lets you load it by paying in crypto. These terms are the agreement between you and the operator named on the fees page. Some people come to us through a partner company: its name and colours are on the page, and these terms hold there too."
  ]},
  {"heading": "2. Who may have an account", "paragraphs": [
    "You are 18 or older, you open one account only, and you open it for yourself.",
    "You confirm your e-mail and your identity before you can hold a card. A check by our verification partner may ask for a document and a picture of your face."
  ]},
  {"heading": "3. Your card", "paragraphs": [
    "You may ask for a virtual card or a physical one, of plastic or metal. A physical card arrives in about 10 business days and is activated with the 6-digit code in its package.",
    "You can pause your card at any time. Tell us at once when it is lost or when you see a payment that is not yours."
  ]},
  {"heading": "4. Loading", "paragraphs": [
    "Before you pay you see the rate, the fee and what will be on the card. That quote is held for 30 minutes. Crypto that arrives in time and in the right amount is credited within 24 to 72 hours on business days, or at once where immediate loading is offered.",
    "Too little, too much, too late or on another network: nothing is lost. The page of the load says what can be done, and you choose."
  ]},
  {"heading": "5. Fees", "paragraphs": [
    "All fees are on the fees page and are shown again before you confirm. A change of fees never changes a quote or a load that exists."
  ]},
  {"heading": "6. Earning", "paragraphs": [
    "If you bring people with your code, a part of the fee of their loads may be yours. It becomes available after 48 to 72 hours on business days. A share of a load that is reversed is taken back."
  ]},
  {"heading": "7. What is not allowed", "paragraphs": [
    "You may not let others use your account, load money that is not yours, or use the card for what the law forbids where you live. We pause cards and loads while we look into a suspicion, and we tell you when we may."
  ]},
  {"heading": "8. Ending", "paragraphs": [
    "You may close your account at any time: what is on the card is yours and is paid out less the fees shown. We may close an account that breaks these terms, and give the reason unless the law forbids it."
  ]},
  {"heading": "9. Changes", "paragraphs": [
    "When these terms change we show the new ones and ask you to accept them before they hold for you."
  ]}
]'),
(1, 'terms', 'es', 'Términos y condiciones', '[
  {"heading": "1. Qué es esto", "paragraphs": [
    "Cardamom te da una tarjeta prepago y te permite cargarla pagando en cripto. Estos términos son el acuerdo entre tú y el operador que figura en la página de comisiones. Algunas personas llegan a través de una empresa asociada: su nombre y sus colores están en la página, y estos términos también valen ahí."
  ]},
  {"heading": "2. Quién puede tener una cuenta", "paragraphs": [
    "Tienes 18 años o más, abres una sola cuenta y la abres para ti.",
    "Confirmas tu correo y tu identidad antes de tener una tarjeta. La verificación, que hace un servicio asociado, puede pedir un documento y una foto de tu cara."
  ]},
  {"heading": "3. Tu tarjeta", "paragraphs": [
    "Puedes pedir una tarjeta virtual o una física, de plástico o de metal. La física llega en unos 10 días hábiles y se activa con el código de 6 dígitos de su sobre.",
    "Puedes pausar tu tarjeta en cualquier momento. Avísanos enseguida si la pierdes o si ves un pago que no es tuyo."
  ]},
  {"heading": "4. Cargar", "paragraphs": [
    "Antes de pagar ves el cambio, la comisión y lo que llegará a la tarjeta. Esa cotización se mantiene 30 minutos. Lo que llega a tiempo y por el importe correcto se acredita en 24 a 72 horas en días hábiles, o al instante donde se ofrece la carga inmediata.",
    "Si llega de menos, de más, tarde o por otra red, no se pierde nada. La página de la carga dice qué se puede hacer, y tú eliges."
  ]},
  {"heading": "5. Comisiones", "paragraphs": [
    "Todas las comisiones están en su página y se muestran otra vez antes de confirmar. Un cambio de comisiones nunca cambia una cotización ni una carga que ya existe."
  ]},
  {"heading": "6. Ganancias", "paragraphs": [
    "Si traes a otras personas con tu código, una parte de la comisión de sus cargas puede ser tuya. Queda disponible en 48 a 72 horas en días hábiles. La parte de una carga que se revierte se descuenta."
  ]},
  {"heading": "7. Lo que no se permite", "paragraphs": [
    "No puedes dejar que otros usen tu cuenta, cargar dinero que no es tuyo ni usar la tarjeta para lo que prohíbe la ley de donde vives. Mientras aclaramos una sospecha pausamos tarjetas y cargas, y te lo decimos cuando podemos."
  ]},
  {"heading": "8. Final", "paragraphs": [
    "Puedes cerrar tu cuenta cuando quieras: lo que hay en la tarjeta es tuyo y se te paga, menos las comisiones que se muestran. Podemos cerrar una cuenta que incumple estos términos, con el motivo, salvo que la ley lo prohíba."
  ]},
  {"heading": "9. Cambios", "paragraphs": [
    "Cuando estos términos cambian te mostramos los nuevos y te pedimos que los aceptes antes de que valgan para ti."
  ]}
]'),
(1, 'privacy', 'en', 'Privacy notice', '[
  {"heading": "What we keep", "paragraphs": [
    "Your name, e-mail, phone, address and birth date; the result of your identity check with its document and pictures; your cards, loads and transactions; and when and from where you signed in.",
    "We never keep your card number, its code or its PIN: the card issuer shows them to you directly."
  ]},
  {"heading": "What for", "paragraphs": [
    "To run your account and your card, to keep them safe, to answer you, and to do what the law asks of payment services."
  ]},
  {"heading": "Who sees it", "paragraphs": [
    "The card issuer, the verification partner and the blockchain see what they need for their part. A partner company sees its own people. Whoever brought you with a code sees that you came, never your balance or your purchases."
  ]},
  {"heading": "How it is kept", "paragraphs": [
    "Birth date, phone, street and documents are encrypted with a key of your own. When your data must be erased that key is destroyed. What accounting law tells us to keep stays without your name."
  ]},
  {"heading": "Your rights", "paragraphs": [
    "You may see, correct and export your data, and ask us to erase it. Write to support from your account."
  ]},
  {"heading": "Cookies", "paragraphs": [
    "One cookie keeps your session, one your language, and one names this device to the sign-in service. There is no advertising."
  ]}
]'),
(1, 'privacy', 'es', 'Aviso de privacidad', '[
  {"heading": "Qué guardamos", "paragraphs": [
    "Tu nombre, correo, teléfono, dirección y fecha de nacimiento; el resultado de la verificación de tu identidad con su documento y sus imágenes; tus tarjetas, cargas y transacciones; y cuándo y desde dónde entraste.",
    "Nunca guardamos el número de tu tarjeta, su código ni su PIN: te los muestra directamente el emisor."
  ]},
  {"heading": "Para qué", "paragraphs": [
    "Para llevar tu cuenta y tu tarjeta, mantenerlas seguras, responderte y cumplir lo que la ley pide a los servicios de pago."
  ]},
  {"heading": "Quién lo ve", "paragraphs": [
    "El emisor de la tarjeta, el servicio de verificación y la cadena de bloques ven lo que necesitan para su parte. Una empresa asociada ve a su propia gente. Quien te trajo con un código ve que llegaste, nunca tu saldo ni tus compras."
  ]},
  {"heading": "Cómo se guarda", "paragraphs": [
    "Fecha de nacimiento, teléfono, calle y documentos se cifran con una clave propia tuya. Cuando tus datos deben borrarse, esa clave se destruye. Lo que la ley contable obliga a guardar queda sin tu nombre."
  ]},
  {"heading": "Tus derechos", "paragraphs": [
    "Puedes ver, corregir y exportar tus datos, y pedir que los borremos. Escribe a soporte desde tu cuenta."
  ]},
  {"heading": "Cookies", "paragraphs": [
    "Una cookie mantiene tu sesión, otra tu idioma y otra nombra este dispositivo ante el servicio de acceso. No hay publicidad."
  ]}
]');
