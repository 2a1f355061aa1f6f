import type { ButtonWords } from "../talkButtonTexts";

export const ja: ButtonWords = {
  labels: {
    name: "音声チャット",
    idle: "音声チャットを開始",
    connecting: "接続中…",
    active: "音声チャットを終了",
    agree: "同意して音声チャットを開始",
    type: "文字で入力",
  },
  messages: {
    microphone_denied: [
      "音声チャットにはマイクが必要です。使用を許可して、もう一度お試しください。",
      "マイクを許可",
    ],
    microphone_forbidden: [
      'このサイトではマイクを使えません。フレームに allow="microphone" が必要です。',
      "マイク使用不可",
    ],
    microphone_missing: [
      "マイクが見つかりません。接続して、もう一度お試しください。",
      "マイクなし",
    ],
    microphone_busy: [
      "別のプログラムがマイクを使用中です。もう一度お試しください。",
      "マイク使用中",
    ],
    page_insecure: ["https で開いてください。", "https なし"],
    browser_too_old: [
      "このブラウザーでは音声チャットを使えません。更新してください。",
      "ブラウザー未対応",
    ],
    not_heard: ["お声が聞こえません。マイクをご確認ください。", "聞こえません"],
    sound_blocked: ["ブラウザーが音声を止めています。もう一度お試しください。", "音声オフ"],
    no_sound_output: ["音声を再生できません。スピーカーをご確認ください。", "音声なし"],
    offline: [
      "接続できませんでした。ネットワークを確認して、もう一度お試しください。",
      "接続できません",
    ],
    connection_cut: ["接続が切れました。", "接続が切れました"],
    connection_lost: ["接続が切れました。もう一度お試しください。", "接続が切れました"],
    no_answer: ["応答がありませんでした。もう一度お試しください。", "応答なし"],
    call_failed: ["通話を開始できませんでした。もう一度お試しください。", "もう一度どうぞ"],
    assistant_not_found: ["現在ご利用いただけません。", "現在利用不可"],
    site_not_allowed: ["このサイトではご利用いただけません。", "ここでは利用不可"],
    page_token_refused: ["このページは古くなっています。再読み込みしてください。", "再読み込み"],
    busy: ["回線が混み合っています。少し待ってからお試しください。", "回線混雑中"],
    too_many_requests: ["リクエストが多すぎます。少し待ってからお試しください。", "お待ちください"],
    voice_platform_failed: ["応答がありませんでした。もう一度お試しください。", "もう一度どうぞ"],
  },
  notConfigured: (name) => [`${name} の音声チャットは設定されていません。`, "未設定"],
  leaveMessage: "メッセージ",
  notSigned: [
    "このページからは現在通話を開始できません。再読み込みして、もう一度お試しください。",
    "再読み込み",
  ],
  closedShortText: "営業時間外",
};
