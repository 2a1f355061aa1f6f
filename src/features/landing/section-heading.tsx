type SectionHeadingProps = { id: string; title: string; intro: string };

export function SectionHeading({ id, title, intro }: SectionHeadingProps) {
  return (
    <div className="grid max-w-form gap-3">
      <h2 id={`${id}-title`} className="text-section font-semibold tracking-tight text-balance">
        {title}
      </h2>
      <p className="text-lead text-muted">{intro}</p>
    </div>
  );
}
