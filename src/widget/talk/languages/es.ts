import type { TalkTexts } from "./en";

export const es: TalkTexts = {
  aiAssistant: "Asistente de IA",
  conversation: "Conversación",
  you: "Usted",
  yourMessage: "Su mensaje",
  send: "Enviar",
  answering: (name) => `${name} está escribiendo…`,
  charactersLeft: (count) => `Quedan ${count} caracteres`,
  tryAgain: "Reintentar",
  notAnswered: "Este mensaje no ha recibido respuesta.",
  startOver: "Empezar de nuevo",
  startOverQuestion: "¿Borrar esta conversación y empezar de nuevo?",
  cancel: "Cancelar",
  agree: "Aceptar y continuar",
  loading: "Cargando…",
  unavailableTitle: "Este asistente no está disponible",
  unavailable: "Puede que esté desactivado en este momento o que la dirección no sea correcta.",
  forbiddenTitle: "Este asistente no está disponible aquí",
  forbidden: "Su propietario no lo ha autorizado en este sitio web.",
  messages: {
    answer_pending: "El asistente todavía está respondiendo. Espere un momento.",
    thread_full: "Esta conversación ha llegado a su límite. Empiece de nuevo.",
    text_off: "Solo atiende de viva voz, no por escrito.",
  },
};
