import type { ButtonWords } from "../talkButtonTexts";

export const es: ButtonWords = {
  labels: {
    name: "Chat de voz",
    idle: "Iniciar el chat de voz",
    connecting: "Conectando…",
    active: "Terminar el chat de voz",
    agree: "Aceptar e iniciar el chat de voz",
  },
  said: {
    microphoneDenied: [
      "El chat de voz necesita el micrófono. Permita el acceso e inténtelo de nuevo.",
      "Permita el micrófono",
    ],
    microphoneForbidden: [
      'Este sitio web no deja que el botón use el micrófono. Su responsable tiene que añadir allow="microphone" al marco.',
      "Micrófono no permitido",
    ],
    microphoneMissing: [
      "No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.",
      "Sin micrófono",
    ],
    microphoneBusy: [
      "Otro programa está usando el micrófono. Ciérrelo e inténtelo de nuevo.",
      "Micrófono ocupado",
    ],
    pageInsecure: [
      "El chat de voz necesita una página segura. Abra este sitio web con https.",
      "Página no segura",
    ],
    browserTooOld: [
      "Este navegador no permite el chat de voz. Actualícelo o pruebe con otro.",
      "Navegador muy antiguo",
    ],
    notHeard: [
      "No le oímos. Compruebe que el micrófono está encendido y no silenciado.",
      "No le oímos",
    ],
    soundBlocked: ["Su navegador bloquea el sonido. Pulse de nuevo.", "Sin sonido"],
    noSoundOutput: [
      "No se pudo reproducir el sonido. Conecte un altavoz o auriculares e inténtelo de nuevo.",
      "Sin altavoz",
    ],
    offline: ["La conexión falló. Compruebe su red e inténtelo de nuevo.", "Sin conexión"],
    connectionCut: ["Se ha interrumpido la conexión. Espere un momento.", "Sin conexión"],
    connectionLost: ["Se perdió la conexión. Inténtelo de nuevo.", "Conexión perdida"],
    noAnswer: ["El asistente no respondió. Inténtelo de nuevo.", "Sin respuesta"],
    callFailed: ["No se pudo iniciar la llamada. Inténtelo de nuevo.", "Inténtelo de nuevo"],
  },
  refused: {
    assistantNotServed: ["Este asistente no está disponible en este momento.", "No disponible"],
    siteNotAllowed: [
      "Este sitio web no está entre los que pueden usar este asistente.",
      "No permitido aquí",
    ],
    pageOutdated: [
      "Esta página está desactualizada. Recárguela e inténtelo de nuevo.",
      "Recargue la página",
    ],
    linesBusy: [
      "Todas las líneas están ocupadas. Inténtelo de nuevo en un momento.",
      "Líneas ocupadas",
    ],
    tooManyRequests: [
      "Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.",
      "Espere, por favor",
    ],
    voicePlatformFailed: [
      "El servicio de voz no respondió como se esperaba. Inténtelo de nuevo.",
      "Inténtelo de nuevo",
    ],
  },
  notConfigured: (name) => [`El chat de voz no está configurado para ${name}.`, "No configurado"],
  notSigned: [
    "Esta página no puede iniciar una conversación en este momento. Vuelva a cargarla e inténtelo de nuevo.",
    "Recargue la página",
  ],
  closedWords: "Cerrado ahora",
};
