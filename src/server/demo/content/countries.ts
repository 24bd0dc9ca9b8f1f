/** The countries of the demo's customers, with typical names and phone formats. */
import type { DemoLanguage } from './catalogue.ts'

export type DemoCountry = {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Relative share of customers. */
  readonly weight: number
  readonly language: DemoLanguage
  readonly phonePrefix: string
  /** Each # is a digit. */
  readonly phonePattern: string
  readonly distributors: readonly string[]
  readonly firstnames: readonly string[]
  readonly lastnames: readonly string[]
}

const frenchFirstnames = [
  'Adrien', 'Amélie', 'Baptiste', 'Bernard', 'Camille', 'Céline', 'Claire', 'Didier', 'Éric', 'Florian', 'François', 'Gérard', 'Hélène', 'Jérôme',
  'Julien', 'Laurent', 'Loïc', 'Lucie', 'Mathieu', 'Maëlle', 'Nicolas', 'Noémie', 'Océane', 'Pascal', 'Pierre', 'Rémi', 'Sébastien', 'Sophie',
  'Thierry', 'Yann',
] // prettier-ignore
const frenchLastnames = [
  'Arnaud', 'Barbier', 'Bernard', 'Blanchard', 'Bonnet', 'Chevalier', 'Clément', 'Delmas', 'Dubois', 'Dupuy', 'Faure', 'Fontaine', 'Garnier',
  'Gauthier', 'Guérin', 'Lacombe', 'Lefèvre', 'Lemoine', 'Marchand', 'Mercier', 'Moreau', 'Noël', 'Perrin', 'Renard', 'Rousseau', 'Roux',
  'Salvignac', 'Texier', 'Vidal',
] // prettier-ignore
const germanFirstnames = [
  'Andreas', 'Anja', 'Björn', 'Claudia', 'Dieter', 'Florian', 'Günther', 'Heike', 'Jens', 'Jörg', 'Karin', 'Lukas', 'Markus', 'Petra', 'Rainer',
  'Sabine', 'Stefan', 'Uwe',
] // prettier-ignore
const germanLastnames = [
  'Bauer', 'Becker', 'Fischer', 'Hofmann', 'Jäger', 'Keller', 'Köhler', 'Krüger', 'Lange', 'Maier', 'Neumann', 'Schäfer', 'Schmitt', 'Vogel',
  'Wagner', 'Weiß', 'Zimmermann',
] // prettier-ignore

export const demoCountries: readonly DemoCountry[] = [
  {
    country: 'FR', weight: 44, language: 'Français', phonePrefix: '+33', phonePattern: '6 39 98 ## ##',
    distributors: ['Détection Loisir', 'Le Fouilleur', 'Terre & Trésors'],
    firstnames: frenchFirstnames, lastnames: frenchLastnames,
  },
  {
    country: 'BE', weight: 8, language: 'Français', phonePrefix: '+32', phonePattern: '470 ## ## ##',
    distributors: ['Détecteurs du Midi'],
    firstnames: [...frenchFirstnames.slice(0, 12), 'Koen', 'Lotte', 'Wouter'], lastnames: ['Claes', 'Declercq', 'Dumont', 'Lambert', 'Maes', 'Peeters', 'Vandenberghe', 'Wauters'],
  },
  {
    country: 'CH', weight: 4, language: 'Français', phonePrefix: '+41', phonePattern: '78 ### ## ##',
    distributors: [],
    firstnames: [...frenchFirstnames.slice(8, 20), ...germanFirstnames.slice(0, 6)], lastnames: ['Aebischer', 'Brunner', 'Favre', 'Jaquet', 'Meyer', 'Rochat'],
  },
  {
    country: 'DE', weight: 16, language: 'Deutsch', phonePrefix: '+49', phonePattern: '1512 #######',
    distributors: ['Sondengänger-Shop', 'Schatzsuche Nord'],
    firstnames: germanFirstnames, lastnames: germanLastnames,
  },
  {
    country: 'AT', weight: 3, language: 'Deutsch', phonePrefix: '+43', phonePattern: '664 #######',
    distributors: [],
    firstnames: germanFirstnames, lastnames: ['Gruber', 'Hofer', 'Huber', 'Pichler', 'Steiner'],
  },
  {
    country: 'GB', weight: 12, language: 'English', phonePrefix: '+44', phonePattern: '20 7946 0###',
    distributors: ['Joan Field Detectors', 'North Downs Detecting'],
    firstnames: ['Alan', 'Angela', 'Callum', 'Charlotte', 'Dave', 'Emma', 'Gareth', 'Graham', 'Harriet', 'Ian', 'Keith', 'Megan', 'Nigel', 'Owen', 'Rhys', 'Sheila'],
    lastnames: ['Ashworth', 'Barker', 'Bennett', 'Davies', 'Fletcher', 'Hughes', 'Marsh', 'O’Brien', 'Palmer', 'Shaw', 'Thornton', 'Whitfield'],
  },
  {
    country: 'ES', weight: 5, language: 'English', phonePrefix: '+34', phonePattern: '6## ### ###',
    distributors: ['Detectores Ibérica'],
    firstnames: ['Álvaro', 'Carmen', 'Íñigo', 'Javier', 'Lucía', 'María José', 'Pablo', 'Ramón'], lastnames: ['Gómez', 'Ibáñez', 'Muñoz', 'Núñez', 'Ortega', 'Peña', 'Serrano'],
  },
  {
    country: 'IT', weight: 4, language: 'English', phonePrefix: '+39', phonePattern: '33# ### ####',
    distributors: [],
    firstnames: ['Alessandro', 'Chiara', 'Giulia', 'Marco', 'Matteo', 'Paolo'], lastnames: ['Bianchi', 'Conti', 'D’Angelo', 'Ferrari', 'Marini', 'Ricci'],
  },
  {
    country: 'PL', weight: 4, language: 'English', phonePrefix: '+48', phonePattern: '5## ### ###',
    distributors: ['Wykrywacze24'],
    firstnames: ['Agnieszka', 'Grzegorz', 'Małgorzata', 'Paweł', 'Tomasz', 'Zofia'], lastnames: ['Kowalczyk', 'Łukasik', 'Nowak', 'Wiśniewski', 'Zając'],
  },
] // prettier-ignore
