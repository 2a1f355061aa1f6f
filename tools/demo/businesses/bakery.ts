import { comingDay, parseLines } from "../conversation.ts";
import type { Business, Subject } from "../conversation.ts";

const OPEN_DAYS = [2, 3, 4, 5, 6];
const HELLO = "Hello, this is Linden Bakery. What can I do for you?";

const CAKES = [
  { what: "strawberry cream cake", price: 38, size: "sixteen" },
  { what: "dark chocolate cake", price: 42, size: "sixteen" },
  { what: "lemon layer cake", price: 36, size: "twelve" },
  { what: "carrot cake", price: 34, size: "twelve" },
] as const;

const birthdayCake: Subject = {
  weight: 5,
  conversation({ random, caller, at }) {
    const cake = random.pick(CAKES);
    const child = random.pick(["Emma", "Leo", "Zoe", "Max", "Ruby", "Oscar"]);
    const day = comingDay(at, [5, 6], 2);
    const hour = random.pick(["nine", "ten", "eleven", "noon"]);
    const hasNuts = random.chance(0.5);
    const nuts = hasNuts
      ? `> One of the children can't eat nuts. Are there any in it?
         The ${cake.what} is made without nuts, but we do use them in our kitchen, so there may be traces. Is that all right?
         > I'll check with the parents, but yes.`
      : `> And you can put a name on it?
         Of course. Up to twenty letters are included.`;
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Hi! I need a birthday cake", "Hello, I'd like to order a cake for a birthday", "Good morning. My kid has a birthday, and I need a cake"])} for ${day.word}. Is that still possible?
        Yes. We need two days for a cake, so ${day.word} works. How many people is it for?
        > About ${random.pick(["twelve", "fourteen", "ten", "fifteen"])}, half of them children.
        Then I'd suggest the ten-inch cake, which serves ${cake.size}. We have strawberry, chocolate, lemon and carrot. Which one would you like?
        > ${random.pick(["The", "Let's say the", "Definitely the"])} ${cake.what}, please.
        ${nuts}
        What would you like on it?
        > Happy birthday ${child}.
        Lovely. That's ${cake.price} dollars, and you pay when you pick it up. What time would you like to come on ${day.word}?
        > At ${hour}, if that works.
        That works. Can I have your name and a phone number, in case we have any questions?
        > ${caller.name}, and the number is ${caller.spokenPhone}.
        Thank you, ${caller.first}. So that's a ${cake.what} that says Happy birthday ${child}, for ${day.word} at ${hour}, under ${caller.name}. Is that right?
        > Perfect. Thank you very much!
        You're welcome. See you on ${day.word}!`),
      summary: `${caller.name} ordered a ${cake.what} with “Happy birthday ${child}” for pick-up on ${day.word} at ${hour}.${hasNuts ? " A guest can't eat nuts; the caller knows that there may be traces." : ""}`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `${cake.what}, “Happy birthday ${child}”, ${hour}`,
        day: day.date,
        pick_up_or_delivery: "Pick-up",
      },
      mood: "positive",
    };
  },
};

const breadOrder: Subject = {
  weight: 6,
  conversation({ random, caller, at }) {
    const day = comingDay(at, OPEN_DAYS, 1);
    const loaves = random.pick(["two", "three", "four"]);
    const bread = random.pick(["country loaves", "seeded ryes", "walnut breads", "baguettes"]);
    const rolls = random.pick(["six", "eight", "ten", "a dozen"]);
    const roll = random.pick(["poppy seed rolls", "plain rolls", "pretzel rolls", "croissants"]);
    const isCut = bread !== "baguettes" && random.chance(0.5);
    const cut = isCut
      ? `Would you like the ${bread} sliced?
         > Yes, please. Not too thin.`
      : `Anything else for the breakfast table? Our plum jam is fresh this week.
         > No, just the bread, thanks.`;
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Morning. Could you put some bread aside for me?", "Hi, I'd like to reserve some bread.", "Hello, could you set something aside for me?", "Hi there, I have a small order for pick-up."])}
        Sure. What would you like, and for what day?
        > ${loaves} ${bread} and ${rolls} ${roll}, for ${day.word}.
        ${loaves} ${bread} and ${rolls} ${roll} for ${day.word}. ${cut}
        We open at seven. What time will you come by?
        > ${random.pick(["Around eight.", "Before work, so half past seven.", "Probably nine, nine thirty.", "Not before ten."])}
        Great. What name should I put it under?
        > ${caller.name}.
        And a phone number?
        > ${caller.spokenPhone}.
        Thank you. That's ${loaves} ${bread} and ${rolls} ${roll} for ${caller.name} on ${day.word}. We'll hold them until noon.
        > Great, bye.
        Goodbye, ${caller.first}.`),
      summary: `${caller.name} reserved ${loaves} ${bread} and ${rolls} ${roll} for ${day.word}.${isCut ? " Sliced, not too thin." : ""}`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `${loaves} ${bread}${isCut ? ", sliced" : ""}, ${rolls} ${roll}`,
        day: day.date,
        pick_up_or_delivery: "Pick-up",
      },
      mood: random.pick(["positive", "neutral"]),
    };
  },
};

const officeBreakfast: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [2, 3, 4, 5], 2);
    const people = random.pick([12, 18, 20, 25, 30]);
    const street = random.pick([
      "14 Harbor Street",
      "220 Oak Avenue",
      "9 Mill Lane",
      "51 Station Road",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > Hi, this is ${caller.first} from an office around the corner. Do you deliver breakfast for a meeting?
        We do, anywhere in town, for orders of forty dollars or more. How many people will there be?
        > ${people}. On ${day.word} morning, at half past eight.
        For ${people} people I'd suggest two rolls each and a tray of small pastries. That comes to about ${people * 7} dollars. Would you like coffee too?
        > No, we have coffee. Can some of it be vegan?
        Yes, the hummus rolls and the apple turnovers are vegan. Should a third of the order be vegan?
        > A third is good. And could you —
        Sorry, go ahead.
        > Could you put the invoice in the box? Accounting wants it on paper.
        Of course, we'll include it with the delivery. What's the address?
        > ${street}, second floor.
        And your full name and a number for the driver?
        > ${caller.name}, ${caller.spokenPhone}.
        Thank you. So that's breakfast for ${people} on ${day.word} at half past eight, a third of it vegan, delivered to ${street}, second floor, with a paper invoice. Did I get that right?
        > Yes, that's it. Thanks!
        Thank you, ${caller.first}. Have a great day.`),
      summary: `${caller.name} ordered breakfast for ${people}, a third of it vegan, for delivery to ${street} on ${day.word} at 8:30, with a paper invoice.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `Breakfast for ${people}, a third vegan; ${street}, 2nd floor, 8:30; paper invoice`,
        day: day.date,
        pick_up_or_delivery: "Delivery",
      },
      mood: "positive",
    };
  },
};

const openingHours: Subject = {
  weight: 3,
  conversation({ random }) {
    const more = random.pick([
      `> And is there parking?
       There are four spaces behind the shop, and the garage on Mill Lane is two minutes away.`,
      `> Can I sit down for a coffee?
       Yes, we have eight tables inside, and six on the square when the sun is out.`,
      `> Do you take cards?
       We do, for any amount, and mobile payments too.`,
    ]);
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["When are you open on Saturday?", "Are you open on Sundays?", "What are your hours?", "How late are you open today?"])}
        We're open Tuesday to Friday from seven to six, and Saturday from seven to two. We're closed on Sunday and Monday.
        ${more}
        > ${random.pick(["Thanks, that's all.", "Great, thank you!", "Okay, bye."])}
        ${random.pick(["See you soon!", "You're welcome. Goodbye."])}`),
      summary: "The caller asked about the opening hours.",
      mood: "neutral",
    };
  },
};

const glutenFree: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    return {
      lines: parseLines(`${HELLO}
        > Do you have anything gluten-free? My ${random.pick(["daughter", "husband", "mother"])} has celiac disease.
        We make a buckwheat loaf and almond cookies without gluten, but in the same kitchen as everything else.
        > So it's not safe for celiacs?
        I can't promise that it is. There's flour in the air here, so we can't rule out traces.
        > Thanks for being honest. Do you know a bakery that is completely gluten-free?
        I'm sorry, I don't. Would you like a colleague to call you about it?
        > Yes, please. ${caller.name}, ${caller.spokenPhone}.
        Thank you, ${caller.first}. Somebody will call you back today.
        > Thank you.`),
      summary: `${caller.name} asked for bread that is safe for celiac disease, learned that we can't rule out traces, and would like a callback.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: "Call back about gluten-free bread",
      },
      unanswered: ["Do you know a bakery that is completely gluten-free?"],
      mood: "neutral",
    };
  },
};

const complaint: Subject = {
  weight: 1,
  conversation({ random, caller }) {
    const wrong = random.pick([
      "the cake was chocolate instead of lemon",
      "two of the rolls were missing",
      "the bread was burned on the bottom",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > I picked up an order this morning, and ${wrong}.
        I'm very sorry to hear that. May I —
        > It was for guests! I couldn't just drive back.
        I understand, that must have been frustrating, and I apologize. Can I take down what happened, so the owner can call you today?
        > Please do. I want my money back.
        I'll let her know that you'd like a refund. What's your name, and what's the best number to reach you?
        > ${caller.name}. ${caller.spokenPhone}. Will I get a refund or not?
        I can't promise that, but she'll call you today before six.
        > Fine. Goodbye.
        Goodbye, and again, I'm sorry.`),
      summary: `${caller.name} complained that ${wrong} and wants a refund. The owner should call back today.`,
      found: { name: caller.name, phone_number: caller.phone, order: `Complaint: ${wrong}` },
      unanswered: ["Will I get a refund?"],
      mood: "negative",
      isSuccessful: false,
    };
  },
};

const changedOrder: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [4, 5, 6], 1);
    const change = random.pick([
      ["at two instead of ten", "pick-up at two instead of ten"],
      ["with one more loaf of rye", "one more loaf of rye"],
      ["a day later", "a day later than planned"],
    ] as const);
    return {
      lines: parseLines(`${HELLO}
        > Hi, it's about my order for ${day.word}. Could I have it ${change[0]}?
        I'll pass that on. What name is the order under?
        > ${caller.name}.
        And your phone number, so we can find it?
        > ${caller.spokenPhone}.
        Thank you. So, for ${caller.name} on ${day.word}: ${change[1]}. We'll call you if there's a problem.
        > Great, thanks.
        You're welcome, ${caller.first}.`),
      summary: `${caller.name} wants to change the order for ${day.word}: ${change[1]}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `Change: ${change[1]}`,
        day: day.date,
      },
      mood: "positive",
    };
  },
};

const offTheList: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    const [question, shown] = random.pick([
      ["Do you ship your panettone to another state?", "shipping panettone"],
      ["Can I rent the café for a baby shower?", "renting the café"],
      ["Do you offer baking classes for children?", "baking classes for children"],
      ["Are you hiring for the summer?", "a summer job"],
      ["Is your sourdough starter for sale?", "buying the sourdough starter"],
    ] as const);
    const leaves = random.chance(0.6);
    return {
      lines: parseLines(`${HELLO}
        > ${question}
        Good question, but I don't know the answer. Can I take your name and number, so a colleague can call you?
        ${leaves ? `> Sure. ${caller.name}, ${caller.spokenPhone}.` : "> No, never mind, I'll come by."}
        ${leaves ? `Thank you, ${caller.first}. Somebody will call you by tomorrow.` : "Please do. We're open until six."}
        > Thanks, bye.`),
      summary: leaves
        ? `${caller.name} asked about ${shown} and would like a callback.`
        : `The caller asked about ${shown}, got no answer, and will come by.`,
      ...(leaves
        ? {
            found: {
              name: caller.name,
              phone_number: caller.phone,
              order: `Question about ${shown}`,
            },
          }
        : {}),
      unanswered: [question],
      mood: "neutral",
      isSuccessful: leaves,
    };
  },
};

const weddingCake: Subject = {
  weight: 1,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [6], 30);
    const guests = random.pick([60, 80, 120]);
    return {
      lines: parseLines(`${HELLO}
        > Hello. We're getting married, and we're looking for someone to make the cake.
        Congratulations! We make wedding cakes from two to five tiers. When is the wedding, and how many guests are you expecting?
        > On ${day.word}, ${new Date(day.date).toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" })}, with about ${guests} guests.
        For ${guests} guests I'd suggest ${guests > 70 ? "four" : "three"} tiers. Our pastry chef designs each cake herself, and there's a tasting of five flavors, which is free if you order.
        > Oh, nice. What does a cake like that cost?
        They start at six dollars per guest. The final price depends on the decoration.
        > Can you do sugar flowers? And could we have it without fondant?
        Yes to both. Most of our cakes have buttercream instead of fondant.
        > Wonderful. When could we come for a tasting?
        Tastings are on Wednesdays at four. Can I have your name and number? Our pastry chef will call you to confirm.
        > ${caller.name}, ${caller.spokenPhone}. Next Wednesday would be great.
        Thank you, ${caller.first}. That's a wedding cake for ${guests} guests with buttercream and sugar flowers, and a tasting on a Wednesday. We look forward to meeting you.
        > So do we. Bye!`),
      summary: `${caller.name} is looking for a wedding cake for ${guests} guests with buttercream and sugar flowers, and would like a tasting next Wednesday.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `Wedding cake for ${guests}, buttercream, sugar flowers; tasting on a Wednesday`,
        day: day.date,
        pick_up_or_delivery: "Delivery",
      },
      mood: "positive",
    };
  },
};

export const BAKERY: Business = {
  id: "bakery",
  assistant: {
    name: "Linden Bakery",
    systemPrompt: `You answer visitors of the website of Linden Bakery, a family bakery in Portland.

You take orders for pick-up and delivery, and answer questions about opening hours, breads and cakes. Cakes need two days' notice. We deliver in town, for orders of forty dollars or more.

For an order, ask what they would like, for what day, and whether it is pick-up or delivery. Then ask for their name and phone number. Repeat the whole order at the end. If you don't know something, say so and offer a callback from a colleague.

Speak in short, friendly sentences, and ask one thing at a time. Never make up prices, times or promises.`,
    assistantGoal:
      "The visitor has placed and confirmed a complete order, got an answer to a question, or left a number for a callback.",
    voice: "jessica",
    widgetColor: "#f97316",
    widgetIcon: "message",
    widgetSize: "large",
    findings: [
      { label: "Name", kind: "text", isRequired: true },
      { label: "Phone number", kind: "phone", isRequired: true },
      { label: "Order", kind: "text", isRequired: true },
      { label: "Day", kind: "date", isRequired: false },
      {
        label: "Pick-up or delivery",
        kind: "choice",
        choices: ["Pick-up", "Delivery"],
        isRequired: false,
      },
    ],
    successWords: "The order is complete, the question was answered, or we can call back.",
  },
  answers: [
    {
      question: "Do you have gluten-free bread?",
      answer: "Yes, on Fridays. Please order it by Wednesday evening.",
    },
    { question: "Can I bring my dog?", answer: "Of course. There is water for dogs at the door." },
    {
      question: "Do you take cards?",
      answer: "Yes, every card, with no minimum.",
    },
  ],
  notes: ["No rye bread until the oven is repaired."],
  knowledge: {
    name: "breads-and-cakes.md",
    text: `# Linden Bakery

Open Tuesday to Friday from 7 a.m. to 6 p.m., Saturday from 7 a.m. to 2 p.m. Closed on Sunday and Monday.
We are at 12 Linden Square. There are four parking spaces behind the shop.

## Breads
Country loaf 6 dollars. Seeded rye 7 dollars. Walnut bread 7.50 dollars. Baguette 3.50 dollars.

## Cakes (two days' notice)
Strawberry cream cake 38 dollars. Dark chocolate cake 42 dollars. Lemon layer cake 36 dollars. Carrot cake 34 dollars.
Lettering of up to twenty letters is included.

## Delivery
In town, for orders of 40 dollars or more, between 8 a.m. and noon.

## Allergies
We use nuts and wheat flour in our kitchen, so we cannot rule out traces in anything we make.
`,
  },
  callsByWeekday: [1, 2, 6, 6, 8, 10, 13],
  hours: [0, 0, 0, 0, 0, 1, 4, 10, 12, 12, 10, 8, 6, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0],
  sideQuestions: [
    `> Oh, and do you take cards?
     We do, for any amount, and mobile payments too.`,
    `> Where can I park for a minute?
     There are four spaces behind the shop.`,
    `> Do you have the walnut bread every day?
     On Wednesdays, Fridays and Saturdays, while it lasts. I can reserve one for you next time.`,
    `> Will you have plum cake again soon?
     As soon as plums are in season, usually from August. We'll put it on the board outside.`,
    `> Is your coffee really from that roaster at the harbor?
     It is. They roast on Mondays, and we get it on Tuesdays.`,
    `> How long does it keep?
     Two days at room temperature, or four in the fridge. It's best on the first day, of course.`,
  ],
  subjects: [
    birthdayCake,
    breadOrder,
    officeBreakfast,
    openingHours,
    glutenFree,
    complaint,
    changedOrder,
    offTheList,
    weddingCake,
  ],
};
