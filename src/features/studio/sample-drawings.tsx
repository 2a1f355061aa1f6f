/** The pictures of the sample website, drawn so that nothing has to be loaded. */
import type { ReactNode } from "react";

const CRUST = "#b8692a";
const DARK_CRUST = "#8a4718";
const FLOUR = "#f6e3c4";
const AWNING = "#2f6f73";

/** The shop front in the morning: awning, window with loaves, door, and the harbour beside it. */
export function Shop() {
  return (
    <svg viewBox="0 0 400 280" className="w-full rounded-card">
      <rect width="400" height="280" fill="#cfe4ea" />
      <circle cx="338" cy="62" r="26" fill="#f7c873" />
      <path d="M300 196h100v40H300z" fill="#7fb3c0" />
      <path
        d="M318 204h46l-8 12h-30zM338 160v42M338 164l22 30h-22z"
        fill="#fff"
        stroke="#33566a"
        strokeWidth="2"
      />
      <path d="M28 64h268v172H28z" fill="#f1dcc0" />
      <path d="M20 54h284v14H20z" fill={DARK_CRUST} />
      <rect x="96" y="76" width="132" height="24" rx="4" fill="#fff8ec" />
      <text
        x="162"
        y="93"
        textAnchor="middle"
        fontSize="14"
        fontFamily="Georgia, serif"
        fontWeight="600"
        fill={DARK_CRUST}
      >
        Harbour Bakery
      </text>
      <rect
        x="46"
        y="122"
        width="146"
        height="92"
        fill="#fff4dc"
        stroke={DARK_CRUST}
        strokeWidth="6"
      />
      <path d="M49 182h140" stroke={DARK_CRUST} strokeWidth="4" />
      {[62, 104, 146].map((x) => (
        <g key={x}>
          <path d={`M${x} 180c-4-20 6-28 16-28s22 8 18 28z`} fill={CRUST} />
          <path d={`M${x + 7} 172l6-12M${x + 17} 172l6-12`} stroke={FLOUR} strokeWidth="3" />
        </g>
      ))}
      <path
        d="M58 208c8-14 22-14 30 0zM100 208c8-14 22-14 30 0zM142 208c8-14 22-14 30 0z"
        fill="#d68f45"
      />
      <rect x="216" y="122" width="58" height="114" fill={AWNING} />
      <rect x="226" y="132" width="38" height="50" fill="#fff4dc" />
      <circle cx="266" cy="196" r="3.5" fill="#f7c873" />
      <path d="M36 104h252l12 26H24z" fill="#fff8ec" />
      {[0, 1, 2, 3, 4].map((stripe) => (
        <path
          key={stripe}
          d={`M${36 + stripe * 56} 104h28l${stripe - 1.5} 26h-30z`}
          fill={AWNING}
        />
      ))}
      <path d="M0 236h400v44H0z" fill="#d9c7ae" />
      <path d="M0 236h400v6H0z" fill="#bda789" />
      <path d="M286 236l4-30h22l4 30z" fill={CRUST} />
      <path
        d="M301 208c-16-4-18-18-12-30 12 4 14 18 12 30zm0 0c2-16 10-24 20-24 0 14-8 22-20 24z"
        fill="#5f8a4c"
      />
    </svg>
  );
}

export function Bread() {
  return (
    <Plate ground="#f3e2c9">
      <ellipse cx="100" cy="66" rx="62" ry="34" fill={CRUST} />
      <ellipse cx="100" cy="60" rx="56" ry="27" fill="#cf8743" />
      <path
        d="M66 62c10-14 20-18 30-18M86 70c10-16 22-22 34-22M108 74c8-12 16-16 26-18"
        fill="none"
        stroke={FLOUR}
        strokeWidth="5"
        strokeLinecap="round"
      />
    </Plate>
  );
}

export function Knots() {
  return (
    <Plate ground="#e7ecdd">
      {[62, 138].map((x) => (
        <g key={x} fill="none" strokeLinecap="round" transform={`translate(${x} 62)`}>
          <path d="M-26 8a26 22 0 1 1 26 20 16 14 0 1 1 14-18" stroke={CRUST} strokeWidth="14" />
          <path
            d="M-26 8a26 22 0 1 1 26 20 16 14 0 1 1 14-18"
            stroke={DARK_CRUST}
            strokeWidth="3"
          />
        </g>
      ))}
    </Plate>
  );
}

export function Cake() {
  return (
    <Plate ground="#f6dfdc">
      <path d="M48 92V62h104v30z" fill="#fff8ec" />
      <path d="M48 76h104v8H48z" fill="#d4565d" />
      <path
        d="M48 64c0-16 104-16 104 0 0 12-12 4-18 8s-10 8-16 2-12-2-18 2-12 2-18-4-10 4-18 2-16 2-16-10z"
        fill="#fff"
      />
      {[74, 100, 126].map((x) => (
        <path key={x} d={`M${x - 9} 42c0-8 18-8 18 0 0 6-5 12-9 14-4-2-9-8-9-14z`} fill="#d4565d" />
      ))}
      <path d="M34 92h132v6H34z" fill="#b9a58e" />
    </Plate>
  );
}

export function Wheat() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="#9a4f1c"
      strokeWidth="1.75"
      strokeLinecap="round"
    >
      <path d="M12 22V7M12 7c-2-1-2-4 0-5 2 1 2 4 0 5zM12 13c-4 0-5-2-5-5 3 0 5 2 5 5zM12 13c4 0 5-2 5-5-3 0-5 2-5 5zM12 19c-4 0-5-2-5-5 3 0 5 2 5 5zM12 19c4 0 5-2 5-5-3 0-5 2-5 5z" />
    </svg>
  );
}

function Plate({ ground, children }: { ground: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 200 120" className="block w-full" style={{ background: ground }}>
      {children}
    </svg>
  );
}
