import type { ButtonWords } from "../talkButtonTexts";

export const pt: ButtonWords = {
  labels: {
    name: "Conversa por voz",
    idle: "Iniciar a conversa por voz",
    connecting: "A ligar…",
    active: "Terminar a conversa por voz",
    agree: "Aceitar e iniciar a conversa por voz",
  },
  said: {
    microphoneDenied: [
      "A conversa por voz precisa do microfone. Permita o acesso e tente de novo.",
      "Permita o microfone",
    ],
    microphoneForbidden: [
      'Este site não deixa o botão usar o microfone. O responsável tem de acrescentar allow="microphone" à moldura.',
      "Microfone não permitido",
    ],
    microphoneMissing: [
      "Não foi encontrado nenhum microfone. Ligue um e tente de novo.",
      "Sem microfone",
    ],
    microphoneBusy: [
      "Outro programa está a usar o microfone. Feche-o e tente de novo.",
      "Microfone ocupado",
    ],
    pageInsecure: [
      "A conversa por voz precisa de uma página segura. Abra este site com https.",
      "Página não segura",
    ],
    browserTooOld: [
      "Este navegador não permite conversas por voz. Atualize-o ou experimente outro.",
      "Navegador muito antigo",
    ],
    notHeard: [
      "Não conseguimos ouvir. Verifique se o microfone está ligado e com som.",
      "Não se ouve nada",
    ],
    soundBlocked: ["O navegador bloqueia o som. Prima de novo.", "Som bloqueado"],
    noSoundOutput: [
      "Não foi possível reproduzir som. Ligue colunas ou auscultadores e tente de novo.",
      "Sem altifalante",
    ],
    offline: ["A ligação falhou. Verifique a rede e tente de novo.", "Sem ligação"],
    connectionCut: ["A ligação foi interrompida. Aguarde um momento.", "Sem ligação"],
    connectionLost: ["A ligação perdeu-se. Tente de novo.", "Ligação perdida"],
    noAnswer: ["O assistente não respondeu. Tente de novo.", "Sem resposta"],
    callFailed: ["Não foi possível iniciar a chamada. Tente de novo.", "Tente de novo"],
  },
  refused: {
    assistantNotServed: ["Este assistente não está disponível de momento.", "Não disponível"],
    siteNotAllowed: [
      "Este site não está entre os que podem usar este assistente.",
      "Não permitido aqui",
    ],
    pageOutdated: ["Esta página está desatualizada. Recarregue-a e tente de novo.", "Recarregue"],
    linesBusy: ["Todas as linhas estão ocupadas. Tente de novo daqui a pouco.", "Linhas ocupadas"],
    tooManyRequests: ["Demasiados pedidos. Aguarde um momento e tente de novo.", "Aguarde"],
    voicePlatformFailed: [
      "O serviço de voz não respondeu como esperado. Tente de novo.",
      "Tente de novo",
    ],
  },
  notConfigured: (name) => [
    `A conversa por voz não está configurada para ${name}.`,
    "Não configurada",
  ],
  notSigned: [
    "Esta página não pode iniciar uma conversa neste momento. Recarregue-a e tente de novo.",
    "Recarregue",
  ],
  closedWords: "Fechado agora",
};
