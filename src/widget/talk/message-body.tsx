import { blocksOf, type Block, type Piece } from "./message-blocks";

/** A message as text, with its links and lists. */
export function MessageBody({ text }: { text: string }) {
  return (
    <>
      {blocksOf(text).map((block, index) => (
        <BlockBody key={index} block={block} />
      ))}
    </>
  );
}

function BlockBody({ block }: { block: Block }) {
  if (block.kind === "paragraph") return <p>{block.pieces.map(toElement)}</p>;
  const items = block.items.map((pieces, index) => <li key={index}>{pieces.map(toElement)}</li>);
  return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
}

function toElement({ text, address }: Piece, index: number) {
  if (address === null) return text;
  return (
    <a key={index} href={address} target="_blank" rel="noopener nofollow">
      {text}
    </a>
  );
}
