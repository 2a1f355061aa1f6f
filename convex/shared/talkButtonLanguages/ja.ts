import type { ButtonWords } from "../talkButtonTexts";

export const ja: ButtonWords = {
  labels: {
    name: "音声チャット",
    idle: "音声チャットを開始",
    connecting: "接続中…",
    active: "音声チャットを終了",
    agree: "同意して音声チャットを開始",
  },
  said: {
    microphoneDenied: [
      "音声チャットにはマイクが必要です。使用を許可して、もう一度お試しください。",
      "マイクを許可",
    ],
    microphoneForbidden: [
      'このサイトではマイクを使えません。フレームに allow="microphone" が必要です。',
      "マイク使用不可",
    ],
    microphoneMissing: ["マイクが見つかりません。接続して、もう一度お試しください。", "マイクなし"],
    microphoneBusy: [
      "別のプログラムがマイクを使用中です。もう一度お試しください。",
      "マイク使用中",
    ],
    pageInsecure: ["https で開いてください。", "https なし"],
    browserTooOld: [
      "このブラウザーでは音声チャットを使えません。更新してください。",
      "ブラウザー未対応",
    ],
    notHeard: ["お声が聞こえません。マイクをご確認ください。", "聞こえません"],
    soundBlocked: ["ブラウザーが音声を止めています。もう一度お試しください。", "音声オフ"],
    noSoundOutput: ["音声を再生できません。スピーカーをご確認ください。", "音声なし"],
    offline: [
      "接続できませんでした。ネットワークを確認して、もう一度お試しください。",
      "接続できません",
    ],
    connectionCut: ["接続が切れました。", "接続が切れました"],
    connectionLost: ["接続が切れました。もう一度お試しください。", "接続が切れました"],
    noAnswer: ["応答がありませんでした。もう一度お試しください。", "応答なし"],
    callFailed: ["通話を開始できませんでした。もう一度お試しください。", "もう一度どうぞ"],
  },
  refused: {
    assistantNotServed: ["現在ご利用いただけません。", "現在利用不可"],
    siteNotAllowed: ["このサイトではご利用いただけません。", "ここでは利用不可"],
    pageOutdated: ["このページは古くなっています。再読み込みしてください。", "再読み込み"],
    linesBusy: ["回線が混み合っています。少し待ってからお試しください。", "回線混雑中"],
    tooManyRequests: ["リクエストが多すぎます。少し待ってからお試しください。", "お待ちください"],
    voicePlatformFailed: ["応答がありませんでした。もう一度お試しください。", "もう一度どうぞ"],
  },
  notConfigured: (name) => [`${name} の音声チャットは設定されていません。`, "未設定"],
  notSigned: [
    "このページからは現在通話を開始できません。再読み込みして、もう一度お試しください。",
    "再読み込み",
  ],
  closedWords: "営業時間外",
};
