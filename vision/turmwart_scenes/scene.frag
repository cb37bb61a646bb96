#version 330
// Dice, cubes and tokens on a table: one ray a pixel, analytic bounds, sphere tracing inside them.
// Lengths are in edges of an ordinary die; the table is the plane z = 0.
#define MOST 56
#define RIMS 4
in vec2 place;              // -1 .. 1, y up
out vec4 pixel;             // rgb, linear light; a = (piece + 1) / 255, 0 for none

uniform vec3 eye;
uniform mat3 gaze;          // columns: right, up, forward
uniform vec2 spread;        // tangent of half the angle of view, x and y
uniform vec3 lamp;          // direction towards the lamp
uniform vec3 lamp_colour;
uniform float lamp_soft;    // 2 very soft .. 32 hard
uniform vec3 sky;
uniform vec3 ground;
uniform vec4 glow[4];       // lamps mirrored in glossy faces: direction, sharpness
uniform vec3 glow_colour[4];
uniform sampler2D table;
uniform vec2 table_scale;
uniform float table_gloss;
uniform int pieces;
uniform vec4 at[MOST];      // centre, half edge
uniform mat3 turn[MOST];    // piece -> world
uniform vec4 form[MOST];    // rounding, ball (radius / half edge), kind (0 die, 1 cube, 2 disc, 3 ball), seed
uniform vec3 body[MOST];
uniform vec4 marble[MOST];  // second colour, share
uniform vec3 pip[MOST];
uniform vec3 ace[MOST];
uniform vec4 pips[MOST];    // radius, offset, dent, radius of the ace (in edges)
uniform vec4 looks[MOST];   // gloss, clearness, layout bits, mark on the ace
uniform int rims;
uniform vec4 rim_at[RIMS];  // centre, unused
uniform vec3 rim_half[RIMS];
uniform vec3 rim_colour;

float hash(vec3 p) { p = fract(p * 0.3183099 + .1); p *= 17.; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
float noise(vec3 x) {
    vec3 i = floor(x), f = fract(x); f = f * f * (3. - 2. * f);
    return mix(mix(mix(hash(i), hash(i + vec3(1, 0, 0)), f.x), mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), f.x), f.y),
               mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), f.x), mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), f.x), f.y), f.z);
}

float shape(vec3 p, int k) {          // p in half edges
    vec4 s = form[k];
    if (s.z > 2.5) return length(p) - 1.;
    if (s.z > 1.5) { vec2 d = vec2(length(p.xy) - .97, abs(p.z) - .97 * s.y); return min(max(d.x, d.y), 0.) + length(max(d, 0.)) - .03; }
    vec3 q = abs(p) - (1. - s.x);
    float d = length(max(q, 0.)) + min(max(q.x, max(q.y, q.z)), 0.) - s.x;
    return max(d, length(p) - s.y);
}

vec3 slope(vec3 p, int k) {
    vec2 e = vec2(.004, -.004);
    return normalize(e.xyy * shape(p + e.xyy, k) + e.yyx * shape(p + e.yyx, k) + e.yxy * shape(p + e.yxy, k) + e.xxx * shape(p + e.xxx, k));
}

// How much of a box of half size h hides the lamp (soft, after the box's silhouette).
float box_shadow(vec3 ro, vec3 rd, vec3 h, float k) {
    vec3 m = 1. / rd, n = m * ro, a = abs(m) * h;
    vec3 t1 = -n - a, t2 = -n + a;
    float near = max(max(t1.x, t1.y), t1.z), far = min(min(t2.x, t2.y), t2.z);
    if (far < 0.) return 1.;
    if (near > far) {
        float gap = (near - far) * .5;
        return smoothstep(0., 1., k * gap / max(1., near));
    }
    return 0.;
}

float lit(vec3 p, int own) {
    float s = 1.;
    for (int k = 0; k < MOST; k++) {
        if (k >= pieces) break;
        if (k == own) continue;
        vec3 v = at[k].xyz - p; float r = at[k].w * 1.75, along = dot(v, lamp);
        if (along < -r) continue;
        vec3 side = v - lamp * along; float wide = r + max(along, 0.) * 1.2 / lamp_soft + .3;
        if (dot(side, side) > wide * wide) continue;
        float o = box_shadow(transpose(turn[k]) * (p - at[k].xyz) / at[k].w, transpose(turn[k]) * lamp, vec3(.93), lamp_soft);
        s *= mix(o, 1., looks[k].y * .6);
    }
    for (int k = 0; k < RIMS; k++) { if (k >= rims) break; s *= box_shadow(p - rim_at[k].xyz, lamp, rim_half[k], lamp_soft); }
    return s;
}

float open_sky(vec3 p, vec3 n, int own) {
    float s = 1.;
    for (int k = 0; k < MOST; k++) {
        if (k >= pieces) break;
        if (k == own) continue;
        vec3 v = at[k].xyz - p; float d = length(v) / at[k].w;
        if (d > 5.) continue;
        s *= 1. - clamp(dot(n, v) / (at[k].w * d) + .35, 0., 1.) * clamp(1.5 / (d * d), 0., .75);
    }
    for (int k = 0; k < RIMS; k++) { if (k >= rims) break; vec3 q = max(abs(p - rim_at[k].xyz) - rim_half[k], 0.); s *= 1. - .45 * exp(-2. * length(q)); }
    return s;
}

vec3 around(vec3 d) {
    vec3 c = mix(ground, sky, smoothstep(-.2, .5, d.z));
    for (int i = 0; i < 4; i++) c += glow_colour[i] * smoothstep(glow[i].w, mix(glow[i].w, 1., .5), dot(d, glow[i].xyz));
    return c;
}

// Value of the face whose outward axis is the greatest of q: 1 opposite 6, 2 opposite 5, 3 opposite 4.
int face_of(vec3 q) {
    vec3 a = abs(q);
    if (a.z >= a.x && a.z >= a.y) return q.z > 0. ? 1 : 6;
    if (a.x >= a.y) return q.x > 0. ? 2 : 5;
    return q.y > 0. ? 3 : 4;
}
vec2 on_face(vec3 q) {
    vec3 a = abs(q);
    if (a.z >= a.x && a.z >= a.y) return q.xy;
    if (a.x >= a.y) return q.yz;
    return q.zx;
}
// Distance to the nearest pip's centre (xy: vector to it), in edges.
vec2 to_pip(vec2 u, int v, float o, float bits) {
    vec2 best = vec2(9.);
    float b1 = mod(floor(bits), 2.), b2 = mod(floor(bits / 2.), 2.), b3 = mod(floor(bits / 4.), 2.), squeeze = bits >= 8. ? .8 : 1.;
    vec2 w = u;
    if (v == 2 && b1 > .5) w.x = -w.x;
    if (v == 3 && b2 > .5) w.x = -w.x;
    if (v == 6 && b3 > .5) w = w.yx;
    if (v == 2 || v == 3) { vec2 d = w.x * w.y > 0. ? w - o * sign(w) : vec2(9.); if (dot(d, d) < dot(best, best)) best = d; }
    if (v >= 4) { vec2 d = v == 6 ? abs(w) - vec2(o * squeeze, o) : abs(w) - o; if (dot(d, d) < dot(best, best)) best = d * sign(w); }
    if (v == 6) { vec2 d = vec2(abs(w.x) - o * squeeze, w.y); if (dot(d, d) < dot(best, best)) best = d * vec2(sign(w.x), 1.); }
    if (v == 1 || v == 3 || v == 5) { if (dot(w, w) < dot(best, best)) best = w; }
    return best;
}

vec3 piece_colour(vec3 q, vec3 p, vec3 n_own, vec3 rd, int k) {
    vec3 base = body[k], n = n_own;
    if (marble[k].w > 0.) {
        float m = noise(q * 1.3 + form[k].w) * .6 + noise(q * 3.1 + form[k].w * 2.) * .4;
        base = mix(base, marble[k].xyz, smoothstep(.55 - marble[k].w * .35, .75 - marble[k].w * .3, m));
    }
    float gloss = looks[k].x, dent = 0.;
    if (form[k].z < .5) {
        int v = face_of(q); vec2 u = on_face(q) * .5;
        vec2 d = to_pip(u, v, pips[k].y, looks[k].z);
        float r = v == 1 ? pips[k].w : pips[k].x, far = length(d);
        float inside = 1. - smoothstep(r * .92, r * 1.03, far);
        vec3 ink = v == 1 ? ace[k] : pip[k];
        if (v == 1 && looks[k].w > .5) {
            float a = atan(u.y, u.x), rr = length(u) / r;
            float m = looks[k].w < 1.5 ? smoothstep(.06, .02, abs(rr - .75)) + step(rr, .35)
                    : step(.5, noise(vec3(u * 16. / r * .12, form[k].w) * 3.)) * step(rr, 1.25)
                    ;
            inside = clamp(m, 0., 1.) * step(rr, 1.3); if (looks[k].w > 2.5) inside = step(fract(a * .955), .45) * step(rr, 1.1) * step(.2, rr);
        }
        base = mix(base, ink, inside);
        dent = inside * pips[k].z;
        if (dent > 0. && far > 1e-4) {
            vec3 ax = abs(q), t;
            if (ax.z >= ax.x && ax.z >= ax.y) t = vec3(d, 0.); else if (ax.x >= ax.y) t = vec3(0., d); else t = vec3(d.y, 0., d.x);
            n = normalize(n - t / r * dent * 1.2);
        }
        float rimring = smoothstep(r * .95, r * 1.05, far) * (1. - smoothstep(r * 1.05, r * 1.3, far));
        base *= 1. + rimring * pips[k].z * .12;
    } else {
        base *= .9 + .2 * noise(vec3(q.x * 3., q.y * 14., q.z * 3.) + form[k].w);
    }
    vec3 wn = normalize(turn[k] * n);
    float shade = lit(p, k) * max(dot(wn, lamp), 0.);
    if (dot(turn[k] * n_own, lamp) < 0.) shade = 0.;
    float openness = open_sky(p, wn, k);
    vec3 soft = mix(ground, sky, wn.z * .5 + .5) * openness;
    vec3 c = base * (lamp_colour * shade + soft) * (1. - dent * .25);
    float clear = looks[k].y;
    if (clear > 0.) {
        vec3 low = p + refract(rd, wn, .72) * at[k].w * 1.8;
        vec3 under = texture(table, low.xy * table_scale).rgb * (sky + lamp_colour * .5);
        vec3 q2 = transpose(turn[k]) * (low - at[k].xyz) / at[k].w;
        vec2 d2 = to_pip(on_face(q2) * .5, face_of(q2), pips[k].y, looks[k].z);
        under = mix(under, pip[k] * (sky + lamp_colour * .3), .5 * (1. - smoothstep(pips[k].x * .7, pips[k].x * 1.2, length(d2))));
        float edge = pow(1. - abs(dot(wn, rd)), 2.);
        c = mix(c, under * body[k] * 1.25 + body[k] * sky * .25, clear * (1. - edge * .6) * (form[k].z < .5 ? 1. : 0.));
        int v = face_of(q); float far = length(to_pip(on_face(q) * .5, v, pips[k].y, looks[k].z));
        float r = v == 1 ? pips[k].w : pips[k].x;
        c = mix(c, (v == 1 ? ace[k] : pip[k]) * (lamp_colour * shade + soft), 1. - smoothstep(r * .92, r * 1.03, far));
    }
    float fres = gloss * (.25 + .75 * pow(1. - max(dot(-rd, wn), 0.), 4.));
    c += fres * around(reflect(rd, wn)) * mix(.5, 1., openness);
    return c;
}

void main() {
    vec3 rd = normalize(gaze * vec3(place * spread, 1.));
    float best = rd.z < -1e-3 ? -eye.z / rd.z : 1e4;
    int hit = -1; vec3 local; float found = best;
    for (int k = 0; k < MOST; k++) {
        if (k >= pieces) break;
        vec3 v = eye - at[k].xyz; float h = at[k].w, r = h * min(1.7321, form[k].z > 2.5 ? 1. : 1.7321);
        float b = dot(v, rd), disc = b * b - dot(v, v) + r * r;
        if (disc < 0.) continue;
        float near = -b - sqrt(disc), far = -b + sqrt(disc);
        if (near > found) continue;
        vec3 ro = transpose(turn[k]) * v / h, ld = transpose(turn[k]) * rd;
        float t = near / h, stop = min(far, found) / h;
        for (int i = 0; i < 40; i++) {
            float d = shape(ro + ld * t, k);
            if (d < .002) { if (t * h < found) { found = t * h; hit = k; local = ro + ld * t; } break; }
            t += d; if (t > stop) break;
        }
    }
    int rim = -1; vec3 rim_n;
    for (int k = 0; k < RIMS; k++) {
        if (k >= rims) break;
        vec3 m = 1. / rd, n = m * (eye - rim_at[k].xyz), a = abs(m) * rim_half[k], t1 = -n - a, t2 = -n + a;
        float near = max(max(t1.x, t1.y), t1.z), far = min(min(t2.x, t2.y), t2.z);
        if (near < far && near > 0. && near < found) { found = near; rim = k; hit = -1; rim_n = -sign(rd) * step(t1.yzx, t1.xyz) * step(t1.zxy, t1.xyz); }
    }
    vec3 p = eye + rd * found, c;
    if (hit >= 0) c = piece_colour(local, p, slope(local, hit), rd, hit);
    else if (rim >= 0) {
        vec3 base = rim_colour * (.85 + .3 * noise(p * vec3(2., 9., 9.)));
        c = base * (lamp_colour * max(dot(rim_n, lamp), 0.) * lit(p, -1) + mix(ground, sky, rim_n.z * .5 + .5));
    } else if (found < 9e3) {
        vec3 base = texture(table, p.xy * table_scale).rgb;
        c = base * (lamp_colour * max(lamp.z, 0.) * lit(p, -1) + sky * open_sky(p, vec3(0, 0, 1), -1));
        c += table_gloss * (.3 + .7 * pow(1. + rd.z, 3.)) * around(reflect(rd, vec3(0, 0, 1))) * (rd.z < 0. ? 1. : 0.);
    } else c = sky;
    pixel = vec4(c, float(hit + 1) / 255.);
}
