import type { TalkTexts } from "./en";

export const ja: TalkTexts = {
  aiAssistant: "AIアシスタント",
  conversation: "会話",
  you: "あなた",
  yourMessage: "メッセージ",
  send: "送信",
  answering: (name) => `${name}が入力しています…`,
  charactersLeft: (count) => `残り${count}文字`,
  tryAgain: "もう一度試す",
  notAnswered: "このメッセージには回答がありませんでした。",
  startOver: "最初からやり直す",
  startOverQuestion: "この会話を消去して最初からやり直しますか？",
  cancel: "キャンセル",
  agree: "同意して続ける",
  loading: "読み込み中…",
  unavailableTitle: "このアシスタントは利用できません",
  unavailable: "現在停止しているか、アドレスが正しくない可能性があります。",
  forbiddenTitle: "このアシスタントはここでは利用できません",
  forbidden: "所有者がこのウェブサイトでの利用を許可していません。",
  messages: {
    answer_pending: "アシスタントが回答中です。少しお待ちください。",
    thread_full: "この会話は上限に達しました。最初からやり直してください。",
    text_off: "音声でのみ利用でき、文字での会話はできません。",
  },
};
