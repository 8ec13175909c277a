// Given names and surnames by language, with the accents, particles and double forms that make e-mail naming hard.
import { splitList } from './words.ts'

export type NameStock = { first: readonly string[]; last: readonly string[] }

export const namesByLanguage: Readonly<Record<string, NameStock>> = {
  en: {
    first:
      splitList(`James, Olivia, Noah, Emma, Liam, Ava, Ethan, Grace, Owen, Hannah, Lucas, Chloe, Henry, Ruth, Samuel,
      Alice, George, Nora, Arthur, Leah, Priya, Kwame, Aisha, Wei, Mei, Daniel, Sarah, Thomas, Rachel, Adam, Mary-Jane`),
    last: splitList(`Walker, Bennett, Hughes, Carter, Morgan, Foster, Reid, Sullivan, Palmer, Osborne, Fletcher, Whitaker,
      Doyle, O'Brien, O'Neill, McAllister, MacLeod, Chen, Patel, Okafor, Mensah, Singh, Nguyen, Barnes-Holt, Hale, Price,
      Lowe, Marsh, Pryce, Tanner, Smith-Rowe, Ashdown, Kerr, Brandt, Quill, Stone`),
  },
  fr: {
    first:
      splitList(`Camille, Léa, Hugo, Chloé, Jules, Manon, Louis, Inès, Gabriel, Zoé, Raphaël, Élise, Théo, Anaïs,
      Maël, Hélène, François, Agnès, Jean-Baptiste, Marie-Claire, Anne-Sophie, Jean-Luc, Noémie, Benoît, Gaëlle, Rémi,
      Aurélie, Mathilde, Étienne, Loïc`),
    last: splitList(`Martin, Bernard, Lefèvre, Dubois, Moreau, Garnier, Faure, Rousseau, Blanc, Guérin, Boyer, Chevalier,
      Gauthier, Perrin, Rivière, Brun, Léger, Müller-Roche, Dupont-Aubry, de Villiers, de la Tour, du Bois, d'Alembert,
      Le Goff, Benoît, Marchand, Colin, Prévost, Hénault, Nguyen`),
  },
  es: {
    first:
      splitList(`Lucía, Mateo, Sofía, Hugo, Martina, Pablo, Inés, Álvaro, Begoña, Íñigo, Carmen, José, María José,
      Jesús, Andrés, Raúl, Ángela, Nuria, Tomás, Ximena`),
    last: splitList(`García López, Fernández Ruiz, Muñoz, Peña, Ibáñez, de la Cruz, del Valle, Núñez Ortega, Castro, Vega,
      Romero Gil, Serrano, Iglesias, Calderón, Domínguez, Cano, Prieto, Aguilar Soto, Ríos, Benítez`),
  },
  de: {
    first:
      splitList(`Lukas, Mia, Jürgen, Käthe, Jonas, Lena, Björn, Sören, Anneliese, Felix, Jörg, Clara, Moritz, Ute,
      Karl-Heinz, Anna-Lena, Götz, Frieda, Timo, Heike`),
    last: splitList(`Müller, Schäfer, Weiß, Schröder, Köhler, Bauer, Vogel, Krüger, von Stein, von der Heide, Brandt,
      Groß, Lange, Hofmann, Schmidt-Lorenz, Kühn, Roth, Zimmermann, Böhm, Albrecht`),
  },
  it: {
    first: splitList(
      `Giulia, Luca, Chiara, Marco, Niccolò, Elena, Matteo, Francesca, Paolo, Sara, Davide, Beatrice`,
    ),
    last: splitList(
      `Rossi, Ferrari, Esposito, Ricci, Marino, De Luca, Di Stefano, D'Angelo, Conti, Gallo, Fontana, Mancini`,
    ),
  },
  nl: {
    first: splitList(`Daan, Sanne, Bram, Lotte, Sem, Fleur, Thijs, Noor, Jeroen, Anouk, Maarten, Eline`),
    last: splitList(`de Vries, van den Berg, van Dijk, Bakker, Visser, Smit, Meijer, de Boer, Mulder, van der Meer, Vos,
      ten Brink, Hoekstra, Postma`),
  },
  pt: {
    first: splitList(`João, Inês, Tiago, Beatriz, Gonçalo, Catarina, Rui, Mariana`),
    last: splitList(`Silva, Santos Pereira, Ferreira, da Costa, dos Reis, Gonçalves, Araújo, Marques`),
  },
}

export const titles =
  splitList(`Chief Executive Officer, Chief Technology Officer, Chief Financial Officer, Co-founder,
  Head of Sales, Head of People, Product Manager, Software Engineer, Senior Software Engineer, Data Analyst,
  Account Executive, Customer Success Manager, Marketing Manager, Operations Manager, Plant Manager, Quality Engineer,
  Buyer, Designer, Research Scientist, Office Manager, Legal Counsel, Accountant, Field Technician, Partner`)
