import type { ButtonWords } from "../talkButtonTexts";

export const es: ButtonWords = {
  labels: {
    name: "Chat de voz",
    idle: "Iniciar el chat de voz",
    connecting: "Conectando…",
    active: "Terminar el chat de voz",
    agree: "Aceptar e iniciar el chat de voz",
    type: "Escribir",
  },
  messages: {
    microphone_denied: [
      "El chat de voz necesita el micrófono. Permita el acceso e inténtelo de nuevo.",
      "Permita el micrófono",
    ],
    microphone_forbidden: [
      'Este sitio web no deja que el botón use el micrófono. Su responsable tiene que añadir allow="microphone" al marco.',
      "Micrófono no permitido",
    ],
    microphone_missing: [
      "No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.",
      "Sin micrófono",
    ],
    microphone_busy: [
      "Otro programa está usando el micrófono. Ciérrelo e inténtelo de nuevo.",
      "Micrófono ocupado",
    ],
    page_insecure: [
      "El chat de voz necesita una página segura. Abra este sitio web con https.",
      "Página no segura",
    ],
    browser_too_old: [
      "Este navegador no permite el chat de voz. Actualícelo o pruebe con otro.",
      "Navegador muy antiguo",
    ],
    not_heard: [
      "No le oímos. Compruebe que el micrófono está encendido y no silenciado.",
      "No le oímos",
    ],
    sound_blocked: ["Su navegador bloquea el sonido. Pulse de nuevo.", "Sin sonido"],
    no_sound_output: [
      "No se pudo reproducir el sonido. Conecte un altavoz o auriculares e inténtelo de nuevo.",
      "Sin altavoz",
    ],
    offline: ["La conexión falló. Compruebe su red e inténtelo de nuevo.", "Sin conexión"],
    connection_cut: ["Se ha interrumpido la conexión. Espere un momento.", "Sin conexión"],
    connection_lost: ["Se perdió la conexión. Inténtelo de nuevo.", "Conexión perdida"],
    no_answer: ["El asistente no respondió. Inténtelo de nuevo.", "Sin respuesta"],
    call_failed: ["No se pudo iniciar la llamada. Inténtelo de nuevo.", "Inténtelo de nuevo"],
    assistant_not_found: ["Este asistente no está disponible en este momento.", "No disponible"],
    site_not_allowed: [
      "Este sitio web no está entre los que pueden usar este asistente.",
      "No permitido aquí",
    ],
    page_token_refused: [
      "Esta página está desactualizada. Recárguela e inténtelo de nuevo.",
      "Recargue la página",
    ],
    busy: ["Todas las líneas están ocupadas. Inténtelo de nuevo en un momento.", "Líneas ocupadas"],
    too_many_requests: [
      "Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.",
      "Espere, por favor",
    ],
    voice_platform_failed: [
      "El servicio de voz no respondió como se esperaba. Inténtelo de nuevo.",
      "Inténtelo de nuevo",
    ],
  },
  notConfigured: (name) => [`El chat de voz no está configurado para ${name}.`, "No configurado"],
  leaveMessage: "Mensaje",
  notSigned: [
    "Esta página no puede iniciar una conversación en este momento. Vuelva a cargarla e inténtelo de nuevo.",
    "Recargue la página",
  ],
  closedShortText: "Cerrado ahora",
};
