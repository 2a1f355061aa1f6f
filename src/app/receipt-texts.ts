/** The texts of the page behind a slip's link. A visitor reads them in the assistant's language. */
import type { LanguageId } from "../../convex/shared/languages";

export interface ReceiptTexts {
  pageTitle: string;
  loading: string;
  intro: (name: string) => string;
  time: string;
  calendarFile: string;
  withdraw: string;
  withdrawQuestion: (name: string) => string;
  withdrawn: (name: string) => string;
  deleteIt: string;
  deleteQuestion: (name: string) => string;
  cancel: string;
  /** The conversation has not ended. */
  goingOn: string;
  failed: string;
  /** This page and the functions are of different releases. */
  outdated: string;
  reload: string;
  deletedTitle: string;
  deleted: string;
  goneTitle: string;
  gone: string;
}

export const RECEIPT_TEXTS: Record<LanguageId, ReceiptTexts> = {
  en: {
    pageTitle: "Receipt",
    loading: "Loading the receipt…",
    intro: (name) => `This is what the AI assistant ${name} did after your yes.`,
    time: "Time",
    calendarFile: "Save the calendar file",
    withdraw: "Withdraw this",
    withdrawQuestion: (name) =>
      `Tell the people behind ${name} that you withdraw this? Nothing is cancelled by itself: they read it and decide. If the calendar's own email has a link to cancel, use that one too.`,
    withdrawn: (name) => `You have withdrawn this. The people behind ${name} were told.`,
    deleteIt: "Delete the conversation",
    deleteQuestion: (name) =>
      `Delete the conversation with ${name} for good, with its recording? The people behind it can then no longer read it. This cancels nothing.`,
    cancel: "Cancel",
    goingOn:
      "The conversation can be deleted once it has ended: half an hour after its last message.",
    failed: "That did not work. Please try again.",
    outdated: "This page is out of date. Please reload it.",
    reload: "Reload",
    deletedTitle: "The conversation was deleted",
    deleted: "Nothing of it can be read here any more.",
    goneTitle: "This receipt is no longer here",
    gone: "It is kept as long as its conversation. The link may also be incomplete.",
  },
  de: {
    pageTitle: "Beleg",
    loading: "Der Beleg wird geladen …",
    intro: (name) => `Das hat der KI-Assistent ${name} nach Ihrem Ja getan.`,
    time: "Zeit",
    calendarFile: "Kalenderdatei speichern",
    withdraw: "Zurückziehen",
    withdrawQuestion: (name) =>
      `Den Menschen hinter ${name} mitteilen, dass Sie dies zurückziehen? Von selbst wird nichts abgesagt: Sie lesen es und entscheiden. Enthält die E-Mail des Kalenders einen Link zum Absagen, nutzen Sie auch diesen.`,
    withdrawn: (name) =>
      `Sie haben dies zurückgezogen. Die Menschen hinter ${name} wurden benachrichtigt.`,
    deleteIt: "Gespräch löschen",
    deleteQuestion: (name) =>
      `Das Gespräch mit ${name} samt Aufnahme endgültig löschen? Die Menschen dahinter können es dann nicht mehr lesen. Abgesagt wird dadurch nichts.`,
    cancel: "Abbrechen",
    goingOn:
      "Das Gespräch lässt sich löschen, sobald es beendet ist: eine halbe Stunde nach der letzten Nachricht.",
    failed: "Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
    outdated: "Diese Seite ist nicht mehr aktuell. Bitte laden Sie sie neu.",
    reload: "Neu laden",
    deletedTitle: "Das Gespräch wurde gelöscht",
    deleted: "Nichts davon ist hier noch zu lesen.",
    goneTitle: "Diesen Beleg gibt es nicht mehr",
    gone: "Er bleibt so lange erhalten wie sein Gespräch. Vielleicht ist auch der Link unvollständig.",
  },
  fr: {
    pageTitle: "Reçu",
    loading: "Chargement du reçu…",
    intro: (name) => `Voici ce que l’assistant IA ${name} a fait après votre accord.`,
    time: "Horaire",
    calendarFile: "Enregistrer le fichier de calendrier",
    withdraw: "Retirer",
    withdrawQuestion: (name) =>
      `Informer les personnes derrière ${name} que vous retirez cette demande ? Rien n’est annulé automatiquement : elles la lisent et décident. Si l’e-mail du calendrier contient un lien d’annulation, utilisez-le aussi.`,
    withdrawn: (name) =>
      `Vous avez retiré cette demande. Les personnes derrière ${name} ont été informées.`,
    deleteIt: "Supprimer la conversation",
    deleteQuestion: (name) =>
      `Supprimer définitivement la conversation avec ${name}, enregistrement compris ? Les personnes concernées ne pourront plus la lire. Cela n’annule rien.`,
    cancel: "Annuler",
    goingOn:
      "La conversation peut être supprimée une fois terminée : une demi-heure après son dernier message.",
    failed: "Cela n’a pas fonctionné. Veuillez réessayer.",
    outdated: "Cette page n’est plus à jour. Veuillez la recharger.",
    reload: "Recharger",
    deletedTitle: "La conversation a été supprimée",
    deleted: "Rien n’en est plus lisible ici.",
    goneTitle: "Ce reçu n’existe plus",
    gone: "Il est conservé aussi longtemps que sa conversation. Le lien est peut-être incomplet.",
  },
  es: {
    pageTitle: "Comprobante",
    loading: "Cargando el comprobante…",
    intro: (name) => `Esto es lo que hizo el asistente de IA ${name} tras su confirmación.`,
    time: "Hora",
    calendarFile: "Guardar el archivo de calendario",
    withdraw: "Retirar",
    withdrawQuestion: (name) =>
      `¿Comunicar a las personas detrás de ${name} que retira esto? Nada se cancela por sí solo: lo leen y deciden. Si el correo del calendario tiene un enlace para cancelar, úselo también.`,
    withdrawn: (name) => `Lo ha retirado. Se ha avisado a las personas detrás de ${name}.`,
    deleteIt: "Eliminar la conversación",
    deleteQuestion: (name) =>
      `¿Eliminar para siempre la conversación con ${name}, con su grabación? Las personas detrás ya no podrán leerla. Esto no cancela nada.`,
    cancel: "Cancelar",
    goingOn:
      "La conversación se puede eliminar cuando haya terminado: media hora después de su último mensaje.",
    failed: "No ha funcionado. Inténtelo de nuevo.",
    outdated: "Esta página ya no está actualizada. Vuelva a cargarla, por favor.",
    reload: "Volver a cargar",
    deletedTitle: "La conversación se ha eliminado",
    deleted: "Aquí ya no se puede leer nada de ella.",
    goneTitle: "Este comprobante ya no está aquí",
    gone: "Se conserva mientras exista su conversación. También es posible que el enlace esté incompleto.",
  },
  it: {
    pageTitle: "Ricevuta",
    loading: "Caricamento della ricevuta…",
    intro: (name) => `Ecco che cosa ha fatto l’assistente IA ${name} dopo il Suo sì.`,
    time: "Orario",
    calendarFile: "Salva il file di calendario",
    withdraw: "Ritira",
    withdrawQuestion: (name) =>
      `Comunicare alle persone dietro ${name} che ritira questo? Nulla si annulla da sé: lo leggono e decidono. Se l’e-mail del calendario contiene un link per annullare, usi anche quello.`,
    withdrawn: (name) => `Lo ha ritirato. Le persone dietro ${name} sono state avvisate.`,
    deleteIt: "Elimina la conversazione",
    deleteQuestion: (name) =>
      `Eliminare per sempre la conversazione con ${name}, registrazione compresa? Le persone dietro non potranno più leggerla. Questo non annulla nulla.`,
    cancel: "Annulla",
    goingOn:
      "La conversazione si può eliminare quando è terminata: mezz’ora dopo l’ultimo messaggio.",
    failed: "Non ha funzionato. Riprovi.",
    outdated: "Questa pagina non è più aggiornata. La ricarichi, per favore.",
    reload: "Ricarica",
    deletedTitle: "La conversazione è stata eliminata",
    deleted: "Qui non se ne può più leggere nulla.",
    goneTitle: "Questa ricevuta non c’è più",
    gone: "Si conserva finché esiste la sua conversazione. Forse il link è incompleto.",
  },
  pt: {
    pageTitle: "Comprovativo",
    loading: "A carregar o comprovativo…",
    intro: (name) => `Foi isto que o assistente de IA ${name} fez depois do seu sim.`,
    time: "Hora",
    calendarFile: "Guardar o ficheiro de calendário",
    withdraw: "Retirar",
    withdrawQuestion: (name) =>
      `Informar as pessoas por trás de ${name} de que retira isto? Nada é cancelado automaticamente: elas leem e decidem. Se o e-mail do calendário tiver uma ligação para cancelar, use-a também.`,
    withdrawn: (name) => `Retirou isto. As pessoas por trás de ${name} foram informadas.`,
    deleteIt: "Eliminar a conversa",
    deleteQuestion: (name) =>
      `Eliminar definitivamente a conversa com ${name}, com a gravação? As pessoas por trás deixarão de a poder ler. Isto não cancela nada.`,
    cancel: "Cancelar",
    goingOn: "A conversa pode ser eliminada depois de terminar: meia hora após a última mensagem.",
    failed: "Não funcionou. Tente novamente.",
    outdated: "Esta página está desatualizada. Recarregue-a, por favor.",
    reload: "Recarregar",
    deletedTitle: "A conversa foi eliminada",
    deleted: "Já nada dela pode ser lido aqui.",
    goneTitle: "Este comprovativo já não existe",
    gone: "É guardado enquanto a conversa existir. A ligação também pode estar incompleta.",
  },
  nl: {
    pageTitle: "Bewijs",
    loading: "Het bewijs wordt geladen…",
    intro: (name) => `Dit heeft de AI-assistent ${name} na uw ja gedaan.`,
    time: "Tijd",
    calendarFile: "Agendabestand opslaan",
    withdraw: "Intrekken",
    withdrawQuestion: (name) =>
      `De mensen achter ${name} laten weten dat u dit intrekt? Er wordt niets vanzelf afgezegd: zij lezen het en beslissen. Staat er in de e-mail van de agenda een link om af te zeggen, gebruik die dan ook.`,
    withdrawn: (name) => `U hebt dit ingetrokken. De mensen achter ${name} zijn op de hoogte.`,
    deleteIt: "Gesprek verwijderen",
    deleteQuestion: (name) =>
      `Het gesprek met ${name} voorgoed verwijderen, met de opname? De mensen erachter kunnen het dan niet meer lezen. Hiermee wordt niets afgezegd.`,
    cancel: "Annuleren",
    goingOn:
      "Het gesprek kan worden verwijderd zodra het is afgelopen: een half uur na het laatste bericht.",
    failed: "Dat is niet gelukt. Probeer het opnieuw.",
    outdated: "Deze pagina is verouderd. Laad haar alstublieft opnieuw.",
    reload: "Opnieuw laden",
    deletedTitle: "Het gesprek is verwijderd",
    deleted: "Er is hier niets meer van te lezen.",
    goneTitle: "Dit bewijs is er niet meer",
    gone: "Het wordt bewaard zolang het gesprek bestaat. Misschien is de link onvolledig.",
  },
  pl: {
    pageTitle: "Potwierdzenie",
    loading: "Wczytywanie potwierdzenia…",
    intro: (name) => `Oto co asystent AI ${name} zrobił po Państwa potwierdzeniu.`,
    time: "Termin",
    calendarFile: "Zapisz plik kalendarza",
    withdraw: "Wycofaj",
    withdrawQuestion: (name) =>
      `Powiadomić osoby stojące za ${name}, że to Państwo wycofują? Nic nie zostanie odwołane samo: przeczytają to i zdecydują. Jeśli wiadomość z kalendarza zawiera link do odwołania, proszę użyć także jego.`,
    withdrawn: (name) => `Wycofali to Państwo. Osoby stojące za ${name} zostały powiadomione.`,
    deleteIt: "Usuń rozmowę",
    deleteQuestion: (name) =>
      `Usunąć na zawsze rozmowę z ${name} wraz z nagraniem? Osoby stojące za nią nie będą mogły jej już przeczytać. To niczego nie odwołuje.`,
    cancel: "Anuluj",
    goingOn: "Rozmowę można usunąć po jej zakończeniu: pół godziny po ostatniej wiadomości.",
    failed: "To się nie udało. Proszę spróbować ponownie.",
    outdated: "Ta strona jest nieaktualna. Proszę ją odświeżyć.",
    reload: "Odśwież",
    deletedTitle: "Rozmowa została usunięta",
    deleted: "Nic z niej nie da się tu już przeczytać.",
    goneTitle: "Tego potwierdzenia już nie ma",
    gone: "Jest przechowywane tak długo jak rozmowa. Być może link jest niepełny.",
  },
  sv: {
    pageTitle: "Kvitto",
    loading: "Kvittot läses in…",
    intro: (name) => `Detta gjorde AI-assistenten ${name} efter ditt ja.`,
    time: "Tid",
    calendarFile: "Spara kalenderfilen",
    withdraw: "Ta tillbaka",
    withdrawQuestion: (name) =>
      `Meddela människorna bakom ${name} att du tar tillbaka detta? Inget avbokas av sig självt: de läser det och bestämmer. Har kalenderns mejl en länk för avbokning ska du använda den också.`,
    withdrawn: (name) =>
      `Du har tagit tillbaka detta. Människorna bakom ${name} har fått veta det.`,
    deleteIt: "Radera samtalet",
    deleteQuestion: (name) =>
      `Radera samtalet med ${name} för gott, med inspelningen? Människorna bakom kan då inte längre läsa det. Inget avbokas av det.`,
    cancel: "Avbryt",
    goingOn: "Samtalet kan raderas när det är avslutat: en halvtimme efter det sista meddelandet.",
    failed: "Det gick inte. Försök igen.",
    outdated: "Den här sidan är inte längre aktuell. Ladda om den.",
    reload: "Ladda om",
    deletedTitle: "Samtalet är raderat",
    deleted: "Inget av det går att läsa här längre.",
    goneTitle: "Kvittot finns inte längre",
    gone: "Det sparas så länge samtalet finns. Länken kan också vara ofullständig.",
  },
  da: {
    pageTitle: "Kvittering",
    loading: "Kvitteringen indlæses…",
    intro: (name) => `Dette gjorde AI-assistenten ${name} efter dit ja.`,
    time: "Tid",
    calendarFile: "Gem kalenderfilen",
    withdraw: "Træk tilbage",
    withdrawQuestion: (name) =>
      `Fortælle menneskene bag ${name}, at du trækker dette tilbage? Intet aflyses af sig selv: de læser det og beslutter. Har kalenderens mail et link til at aflyse, så brug også det.`,
    withdrawn: (name) => `Du har trukket dette tilbage. Menneskene bag ${name} har fået besked.`,
    deleteIt: "Slet samtalen",
    deleteQuestion: (name) =>
      `Slette samtalen med ${name} for altid, med optagelsen? Menneskene bag kan så ikke længere læse den. Det aflyser intet.`,
    cancel: "Annuller",
    goingOn: "Samtalen kan slettes, når den er slut: en halv time efter den sidste besked.",
    failed: "Det lykkedes ikke. Prøv igen.",
    outdated: "Denne side er ikke længere aktuel. Genindlæs den.",
    reload: "Genindlæs",
    deletedTitle: "Samtalen er slettet",
    deleted: "Intet af den kan læses her mere.",
    goneTitle: "Kvitteringen findes ikke længere",
    gone: "Den gemmes, så længe samtalen findes. Linket kan også være ufuldstændigt.",
  },
  tr: {
    pageTitle: "Makbuz",
    loading: "Makbuz yükleniyor…",
    intro: (name) => `Yapay zekâ asistanı ${name} onayınızdan sonra şunu yaptı.`,
    time: "Saat",
    calendarFile: "Takvim dosyasını kaydet",
    withdraw: "Geri çek",
    withdrawQuestion: (name) =>
      `${name} arkasındaki kişilere bunu geri çektiğiniz bildirilsin mi? Hiçbir şey kendiliğinden iptal olmaz: okur ve karar verirler. Takvimin e-postasında iptal bağlantısı varsa onu da kullanın.`,
    withdrawn: (name) => `Bunu geri çektiniz. ${name} arkasındaki kişilere bildirildi.`,
    deleteIt: "Konuşmayı sil",
    deleteQuestion: (name) =>
      `${name} ile konuşma, kaydıyla birlikte kalıcı olarak silinsin mi? Arkasındaki kişiler onu artık okuyamaz. Bu hiçbir şeyi iptal etmez.`,
    cancel: "Vazgeç",
    goingOn: "Konuşma bittikten sonra silinebilir: son mesajdan yarım saat sonra.",
    failed: "Olmadı. Lütfen yeniden deneyin.",
    outdated: "Bu sayfa güncel değil. Lütfen sayfayı yenileyin.",
    reload: "Yenile",
    deletedTitle: "Konuşma silindi",
    deleted: "Burada artık ondan hiçbir şey okunamaz.",
    goneTitle: "Bu makbuz artık burada değil",
    gone: "Konuşması durdukça saklanır. Bağlantı eksik de olabilir.",
  },
  ja: {
    pageTitle: "控え",
    loading: "控えを読み込んでいます…",
    intro: (name) => `AI アシスタント「${name}」が、ご確認を受けて行った内容です。`,
    time: "日時",
    calendarFile: "カレンダーファイルを保存",
    withdraw: "取り下げる",
    withdrawQuestion: (name) =>
      `「${name}」の担当者に、取り下げることを伝えますか?自動ではキャンセルされず、担当者が読んで判断します。カレンダーからのメールにキャンセル用リンクがある場合は、そちらもご利用ください。`,
    withdrawn: (name) => `取り下げました。「${name}」の担当者に伝えました。`,
    deleteIt: "会話を削除",
    deleteQuestion: (name) =>
      `「${name}」との会話を録音とともに完全に削除しますか?担当者はもう読めなくなります。これによってキャンセルされるものはありません。`,
    cancel: "やめる",
    goingOn: "会話は終了後に削除できます。最後のメッセージから30分後です。",
    failed: "うまくいきませんでした。もう一度お試しください。",
    outdated: "このページは古くなっています。再読み込みしてください。",
    reload: "再読み込み",
    deletedTitle: "会話を削除しました",
    deleted: "ここではもう何も読めません。",
    goneTitle: "この控えはもうありません",
    gone: "会話がある間だけ保存されます。リンクが途中で切れている可能性もあります。",
  },
};
