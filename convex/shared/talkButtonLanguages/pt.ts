import type { ButtonWords } from "../talkButtonTexts";

export const pt: ButtonWords = {
  labels: {
    name: "Conversa por voz",
    idle: "Iniciar a conversa por voz",
    connecting: "A ligar…",
    active: "Terminar a conversa por voz",
    agree: "Aceitar e iniciar a conversa por voz",
    type: "Escrever",
  },
  messages: {
    microphone_denied: [
      "A conversa por voz precisa do microfone. Permita o acesso e tente de novo.",
      "Permita o microfone",
    ],
    microphone_forbidden: [
      'Este site não deixa o botão usar o microfone. O responsável tem de acrescentar allow="microphone" à moldura.',
      "Microfone não permitido",
    ],
    microphone_missing: [
      "Não foi encontrado nenhum microfone. Ligue um e tente de novo.",
      "Sem microfone",
    ],
    microphone_busy: [
      "Outro programa está a usar o microfone. Feche-o e tente de novo.",
      "Microfone ocupado",
    ],
    page_insecure: [
      "A conversa por voz precisa de uma página segura. Abra este site com https.",
      "Página não segura",
    ],
    browser_too_old: [
      "Este navegador não permite conversas por voz. Atualize-o ou experimente outro.",
      "Navegador muito antigo",
    ],
    not_heard: [
      "Não conseguimos ouvir. Verifique se o microfone está ligado e com som.",
      "Não se ouve nada",
    ],
    sound_blocked: ["O navegador bloqueia o som. Prima de novo.", "Som bloqueado"],
    no_sound_output: [
      "Não foi possível reproduzir som. Ligue colunas ou auscultadores e tente de novo.",
      "Sem altifalante",
    ],
    offline: ["A ligação falhou. Verifique a rede e tente de novo.", "Sem ligação"],
    connection_cut: ["A ligação foi interrompida. Aguarde um momento.", "Sem ligação"],
    connection_lost: ["A ligação perdeu-se. Tente de novo.", "Ligação perdida"],
    no_answer: ["O assistente não respondeu. Tente de novo.", "Sem resposta"],
    call_failed: ["Não foi possível iniciar a chamada. Tente de novo.", "Tente de novo"],
    assistant_not_found: ["Este assistente não está disponível de momento.", "Não disponível"],
    site_not_allowed: [
      "Este site não está entre os que podem usar este assistente.",
      "Não permitido aqui",
    ],
    page_token_refused: [
      "Esta página está desatualizada. Recarregue-a e tente de novo.",
      "Recarregue",
    ],
    busy: ["Todas as linhas estão ocupadas. Tente de novo daqui a pouco.", "Linhas ocupadas"],
    too_many_requests: ["Demasiados pedidos. Aguarde um momento e tente de novo.", "Aguarde"],
    voice_platform_failed: [
      "O serviço de voz não respondeu como esperado. Tente de novo.",
      "Tente de novo",
    ],
  },
  notConfigured: (name) => [
    `A conversa por voz não está configurada para ${name}.`,
    "Não configurada",
  ],
  leaveMessage: "Mensagem",
  notSigned: [
    "Esta página não pode iniciar uma conversa neste momento. Recarregue-a e tente de novo.",
    "Recarregue",
  ],
  closedShortText: "Fechado agora",
};
