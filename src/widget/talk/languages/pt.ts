import type { TalkTexts } from "./en";

export const pt: TalkTexts = {
  aiAssistant: "Assistente de IA",
  conversation: "Conversa",
  you: "Você",
  yourMessage: "A sua mensagem",
  send: "Enviar",
  answering: (name) => `${name} está a escrever…`,
  charactersLeft: (count) => `Restam ${count} caracteres`,
  tryAgain: "Tentar de novo",
  notAnswered: "Esta mensagem não teve resposta.",
  startOver: "Começar de novo",
  startOverQuestion: "Apagar esta conversa e começar de novo?",
  cancel: "Cancelar",
  agree: "Aceitar e continuar",
  loading: "A carregar…",
  unavailableTitle: "Este assistente não está disponível",
  unavailable: "Pode estar desligado de momento, ou o endereço pode estar errado.",
  forbiddenTitle: "Este assistente não está disponível aqui",
  forbidden: "O proprietário não o autorizou neste site.",
  messages: {
    answer_pending: "O assistente ainda está a responder. Aguarde um momento.",
    thread_full: "Esta conversa chegou ao limite. Comece de novo.",
    text_off: "Só atende por voz, não por escrito.",
  },
};
