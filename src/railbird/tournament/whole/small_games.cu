// Small games on a GPU, behind `small_games_groups.cu`: what `_margin_kernels.evaluate` and `solve` do.

// Edges

// What follows from third callers behind the jams of i and j, for each pair of their groups.
DEVICE void behind_two(
    int i, int j, const float* plays, const Shape& shape, Room& room, Shared& own)
{
    const float* pay = own.pay;
#if PLAYERS > 5
    float *weights_of = room.met, *parts = room.met + THIRDS * ORDERS * CELLS;
#else
    float *weights_of = own.met, *parts = own.met + THIRDS * ORDERS * CELLS;
#endif
    int first = shape.firsts[i], second = shape.seconds[i][j], pair = shape.pairs[i][j];
    int many = own.counts[second] + 1;
    float unopened = 1;
    for (int before = 0; before < i; before++) unopened *= 1 - own.jams[before];
    EACH (t, (own.counts[first] + 1) * many) {
        int a = t / many, b = t % many, cell = a * SIZE + b;
        float alone = unopened * plays[first * SIZE + a];
        for (int between = i + 1; between < j; between++)
            alone *= own.folds[shape.pairs[i][between] * SIZE + a];
        float met[THIRDS][ORDERS], called[THIRDS], left[THIRDS + 1], paid[PLAYERS];
        left[0] = 1;
#pragma unroll
        for (int p = 0; p < PLAYERS; p++) paid[p] = 0;
#pragma unroll
        for (int at = 0; at < THIRDS; at++) {
            int k = j + 1 + at;
            left[at + 1] = left[at];
            called[at] = 0;
#pragma unroll
            for (int o = 0; o < ORDERS; o++) met[at][o] = 0;
            if (k >= PLAYERS) continue;
            int third = shape.thirds[i][j][k];
            int row = (shape.triples[i][j][k] * SIZE + a) * SIZE;
            for (int c = 0; c <= own.counts[third]; c++) {
                float y = plays[third * SIZE + c];
                if (y == 0) continue;
                const float* from = room.orders + (row + c) * ORDERS * SIZE + b;
#pragma unroll
                for (int o = 0; o < ORDERS; o++) met[at][o] += y * from[o * SIZE];
            }
            float sum = 0;
#pragma unroll
            for (int o = 0; o < ORDERS; o++) sum += met[at][o];
            called[at] = room.over[pair * CELLS + cell] * sum;
#pragma unroll
            for (int p = 0; p < PLAYERS; p++)
                if (p <= j) {
                    const float* end = pay + p * ENDS + shape.three[i][j][k];
                    float got = 0;
#pragma unroll
                    for (int o = 0; o < ORDERS; o++) got += end[o] * met[at][o];
                    paid[p] += left[at] * got;
                }
            left[at + 1] = left[at] * (1 - called[at]);
        }
        float won = room.won[2 * pair * CELLS + cell], lost = room.won[(2 * pair + 1) * CELLS + cell];
        int two = shape.two[i][j];
#pragma unroll
        for (int p = 0; p < PLAYERS; p++)
            if (p <= j)
                own.here[p * CELLS + cell] = paid[p]
                    + left[THIRDS] * (pay[p * ENDS + two] * won + pay[p * ENDS + two + 1] * lost);
#pragma unroll
        for (int at = 0; at < THIRDS; at++) {
            int k = j + 1 + at;
            if (k >= PLAYERS) continue;
            float folding = 0, rest = 1;
#pragma unroll
            for (int later = 0; later < THIRDS; later++) {
                if (later <= at || j + 1 + later >= PLAYERS) continue;
                const float* end = pay + k * ENDS + shape.three[i][j][j + 1 + later];
                float got = 0;
#pragma unroll
                for (int o = 0; o < ORDERS; o++) got += end[o] * met[later][o];
                folding += rest * got;
                rest *= 1 - called[later];
            }
            folding += rest * (pay[k * ENDS + two] * won + pay[k * ENDS + two + 1] * lost);
            folding *= room.over[pair * CELLS + cell];
            float reach = alone * plays[second * SIZE + b] * left[at];
            const float* end = pay + k * ENDS + shape.three[i][j][k];
#pragma unroll
            for (int o = 0; o < ORDERS; o++)
                weights_of[(at * ORDERS + o) * CELLS + cell] = reach * (end[o] - folding);
        }
    }
    SYNC
    // what the players up to j get if j jams too
    EACH (t, (j + 1) * SIZE) {
        int p = t / SIZE, a = t % SIZE;
        float sum = 0, mass = own.single[first * SIZE + a];
        if (a <= own.counts[first])
            for (int b = 0; b < many; b++)
                sum += plays[second * SIZE + b] * own.here[p * CELLS + a * SIZE + b];
        own.jammed[t] = mass > 0 ? sum / mass : 0;
    }
    EACH (b, many) {
        float sum = 0;
        for (int a = 0; a <= own.counts[first]; a++) {
            float alone = unopened * plays[first * SIZE + a];
            for (int between = i + 1; between < j; between++)
                alone *= own.folds[shape.pairs[i][between] * SIZE + a];
            int cell = a * SIZE + b;
            sum += alone
                * (own.here[j * CELLS + cell]
                   - room.both[pair * CELLS + cell] * own.worth[j * SIZE + a]);
        }
        own.edges[second * SIZE + b] = sum;
    }
    EACH (t, (PLAYERS - 1 - j) * CELLS) {
        int at = t / CELLS, c = t / SIZE % SIZE, a = t % SIZE, k = j + 1 + at;
        float sum = 0;
        if (c > 0 && c <= own.counts[shape.thirds[i][j][k]] && a <= own.counts[first]) {
            int row = (shape.triples[i][j][k] * SIZE + a) * SIZE + c;
            const float* from = room.orders + row * ORDERS * SIZE;
            const float* weights = weights_of + at * ORDERS * CELLS + a * SIZE;
            for (int o = 0; o < ORDERS; o++)
                for (int b = 0; b < many; b++) sum += weights[o * CELLS + b] * from[o * SIZE + b];
        }
        parts[t] = sum;
    }
    SYNC
    EACH (t, (j + 1) * SIZE) {
        int a = t % SIZE;
        own.worth[t] = own.jammed[t] + own.folds[pair * SIZE + a] * own.worth[t];
    }
    EACH (t, (PLAYERS - 1 - j) * SIZE) {
        int k = j + 1 + t / SIZE;
        float sum = 0;
        for (int a = 0; a < SIZE; a++) sum += parts[t * SIZE + a];
        own.edges[shape.thirds[i][j][k] * SIZE + t % SIZE] = sum;
    }
    SYNC
}

// Edges of all groups of a small game.
DEVICE void evaluate(const float* plays, const Shape& shape, Room& room, Shared& own)
{
    EACH (i, PLAYERS - 1) {
        int first = shape.firsts[i] * SIZE;
        float jam = 0;
        for (int a = 0; a <= own.counts[shape.firsts[i]]; a++)
            jam += plays[first + a] * own.single[first + a];
        own.jams[i] = jam;
    }
    EACH (p, PLAYERS) own.walk[p] = 0;
    for (int i = 0; i < PLAYERS - 1; i++)
        for (int j = i + 1; j < PLAYERS; j++)
            EACH (a, SIZE) {
                int second = shape.seconds[i][j] * SIZE, pair = shape.pairs[i][j];
                float calls = 0, mass = own.single[shape.firsts[i] * SIZE + a];
                if (a <= own.counts[shape.firsts[i]])
                    for (int b = 0; b <= own.counts[shape.seconds[i][j]]; b++)
                        calls += plays[second + b] * room.both[pair * CELLS + a * SIZE + b];
                own.folds[pair * SIZE + a] = mass > 0 ? 1 - calls / mass : 1;
            }
    SYNC
    float unopened[PLAYERS];
    unopened[0] = 1;
    for (int i = 0; i < PLAYERS - 1; i++) unopened[i + 1] = unopened[i] * (1 - own.jams[i]);
    for (int i = PLAYERS - 2; i >= 0; i--) {
        int first = shape.firsts[i] * SIZE;
        EACH (t, PLAYERS * SIZE) own.worth[t] = own.pay[t / SIZE * ENDS + shape.one[i]];
        SYNC
        for (int j = PLAYERS - 1; j > i; j--) behind_two(i, j, plays, shape, room, own);
        EACH (a, SIZE)
            own.edges[first + a] =
                unopened[i] * own.single[first + a] * (own.worth[i * SIZE + a] - own.walk[i]);
        SYNC
        EACH (p, i + 1) {
            float opened = 0;
            for (int a = 0; a <= own.counts[shape.firsts[i]]; a++)
                opened += plays[first + a] * own.single[first + a] * own.worth[p * SIZE + a];
            own.walk[p] = opened + (1 - own.jams[i]) * own.walk[p];
        }
        SYNC
    }
}

// The most that a player gains at the groups at the margin, and beside them.
DEVICE float lost(const float* plays, const Shape& shape, Shared& own)
{
    EACH (node, NODES) {
        float sum = 0;
        for (int g = 1; g <= own.counts[node]; g++) {
            int at = node * SIZE + g;
            float e = own.edges[at] + own.offset[at], y = plays[at];
            sum += e > 0 ? e * (1 - y) : -e * y;
        }
        own.losses[node] = sum;
    }
    SYNC
    EACH (p, PLAYERS) {
        float sum = own.base[p];
        for (int node = 0; node < NODES; node++)
            if (shape.players_of[node] == p) sum += own.losses[node];
        own.gains[p] = sum;
    }
    SYNC
    float most = own.gains[0];
    for (int p = 1; p < PLAYERS; p++) most = fmaxf(most, own.gains[p]);
    return most;
}

DEVICE float settled(float y)
{
    return y < TINY ? 0 : y > 1 - TINY ? 1 : y;
}

KERNEL sizes(long long* bytes)
{
    EACH (t, 1) bytes[0] = sizeof(Room);
    EACH (t, 1) bytes[1] = sizeof(Shared);
}

KERNEL solve(
    const float* jams, const float* edges, const float* payoffs, const unsigned char* forced,
    const Shape* shape_at, const int* bucket_of, const float* dealt, const float* masses,
    const float* joint, const float* two, const float* three, Room* rooms, float* found,
    float* expected, int states, int iterations, float target, float part, float alpha, float gamma)
{
    SHARED Shared own;
    const Shape& shape = *shape_at;
    const Tables tables = {bucket_of, dealt, masses, joint, two, three};
    Room& room = rooms[BLOCK];
    for (int s = BLOCK; s < states; s += BLOCKS) {
        const float* played = jams + (long long)s * NODES * CLASSES;
        const float* exact = edges + (long long)s * NODES * CLASSES;
        EACH (t, PLAYERS * ENDS) own.pay[t] = payoffs[(long long)s * PLAYERS * ENDS + t];
        EACH (node, NODES) {
            const float *x = played + node * CLASSES, *e = exact + node * CLASSES;
            unsigned char* groups = room.groups + node * CLASSES;
            float loss = 0, starts[SIZE], offset[SIZE], rest = 0;
            for (int c = 0; c < CLASSES; c++) loss += e[c] > 0 ? e[c] * (1 - x[c]) : -e[c] * x[c];
            bool is_still = forced[s * NODES + node] || loss < shape.still[node] * target;
            int count = choose(
                x, e, dealt, is_still, shape.bands[node], groups, room.inside + node * CLASSES,
                room.outside + node * CLASSES, room.kinds + node * SIZE, starts);
            for (int g = 0; g < SIZE; g++) offset[g] = 0;
            for (int c = 0; c < CLASSES; c++)
                if (groups[c] > 0)
                    offset[groups[c]] += e[c] * room.inside[node * CLASSES + c];
                else
                    rest += e[c] > 0 ? e[c] * (1 - x[c]) : -e[c] * x[c];
            own.counts[node] = count;
            own.losses[node] = rest;
            for (int g = 0; g < SIZE; g++) {
                bool is_group = g > 0 && g <= count;
                own.plays[node * SIZE + g] = g == 0 ? 1 : is_group ? starts[g] : 0;
                own.offset[node * SIZE + g] = offset[g];
                own.edges[node * SIZE + g] = 0;
            }
        }
        SYNC
        EACH (p, PLAYERS) {
            float sum = 0;
            for (int node = 0; node < NODES; node++)
                if (shape.players_of[node] == p) sum += own.losses[node];
            own.base[p] = sum;
        }
        build(shape, tables, room, own);
        evaluate(own.plays, shape, room, own);
        EACH (t, GROUPS) {
            float e = own.offset[t], y = own.plays[t];
            own.offset[t] = e - own.edges[t];
            room.fold[t] = fabsf(e) * (1 - y);
            room.jam[t] = fabsf(e) * y;
            room.mean[t] = y;
            room.best[t] = y;
            room.average[t] = y;
        }
        SYNC
        float weights = 1, least = ENDLESS, enough = target;
        for (int t = 2; t < iterations + 2; t++) {
            if (t > 2) evaluate(own.plays, shape, room, own);
            float gain = lost(own.plays, shape, own);
            if (t == 2) enough = fmaxf(target, part * gain);
            if (gain < least) {
                least = gain;
                EACH (x, GROUPS) room.best[x] = own.plays[x];
            }
            if (least <= enough) break;
            float discount = 1 / (1 + powf(t, -alpha)), weight = powf(t, gamma);
            weights += weight;
            EACH (x, GROUPS)
                if (x % SIZE > 0 && x % SIZE <= own.counts[x / SIZE]) {
                    float e = own.edges[x] + own.offset[x], y = own.plays[x];
                    room.mean[x] += weight * y;
                    float f = fmaxf(room.fold[x] - y * e, 0) * discount;
                    float j = fmaxf(room.jam[x] + (1 - y) * e, 0) * discount;
                    room.fold[x] = f;
                    room.jam[x] = j;
                    f = fmaxf(f - y * e, 0);
                    j = fmaxf(j + (1 - y) * e, 0);
                    own.plays[x] = f + j > 0 ? settled(j / (f + j)) : 0.5f;
                }
            SYNC
            if (t % AVERAGE_EVERY == 0) {
                EACH (x, GROUPS)
                    if (x % SIZE > 0 && x % SIZE <= own.counts[x / SIZE])
                        room.average[x] = settled(room.mean[x] / weights);
                SYNC
                evaluate(room.average, shape, room, own);
                gain = lost(room.average, shape, own);
                if (gain < least) {
                    least = gain;
                    EACH (x, GROUPS) room.best[x] = room.average[x];
                }
            }
        }
        SYNC
        EACH (t, 1) expected[s] = least;
        EACH (t, NODES * CLASSES) {
            int node = t / CLASSES, g = room.groups[t];
            float x = played[t];
            if (g > 0) {
                float y = room.best[node * SIZE + g];
                int kind = room.kinds[node * SIZE + g];
                x = kind == UP ? x + (1 - x) * y : kind == DOWN ? x * y : y;
            }
            found[(long long)s * NODES * CLASSES + t] = x;
        }
        SYNC
    }
}
